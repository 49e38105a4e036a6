/// Eddystone-URL: a web address of at most 18 encoded bytes.
public struct EddystoneURL: Hashable, Sendable {
    /// dBm at 0 m.
    public let txPower: Int8
    public let url: String
    /// The scheme's byte and up to 17 more.
    private let encoded: [UInt8]

    /// `nil` where the format cannot carry `url`: another scheme, a foreign character, too long.
    public init?(url: String, txPower: Int8) {
        let text = Array(url.utf8)
        let encodings = Self.schemes.indices.compactMap { Self.encode(text, scheme: $0) }
        guard let shortest = encodings.min(by: { $0.count < $1.count }), shortest.count <= Self.longest else {
            return nil
        }
        self.txPower = txPower
        self.url = url
        encoded = shortest
    }
}

extension EddystoneURL {
    /// The service, type, power and scheme, then up to 17 bytes.
    static let lengths = 5...4 + longest
    private static let longest = 18
    private static let schemes = ["http://www.", "https://www.", "http://", "https://"].map { Array($0.utf8) }
    private static let expansions =
        [".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/"].map { Array($0.utf8) }
        + [".com", ".org", ".edu", ".net", ".info", ".biz", ".gov"].map { Array($0.utf8) }
    /// How many schemes and expansions there are, as numbers that the hot path reads without the tables.
    private static let schemeCount: UInt8 = 4
    private static let expansionCount: UInt8 = 14

    /// Whether every byte of a URL frame has a meaning.
    static func isDefined(_ payload: Span<UInt8>) -> Bool {
        guard payload[4] < schemeCount else { return false }
        for index in 5..<payload.count where payload[index] >= expansionCount && !isGraphic(payload[index]) {
            return false
        }
        return true
    }

    private static func isGraphic(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

    init(checked payload: Span<UInt8>) {
        var text = Self.schemes[Int(payload[4])]
        var encoded = [payload[4]]
        for index in 5..<payload.count {
            let byte = payload[index]
            encoded.append(byte)
            if byte < Self.expansionCount { text += Self.expansions[Int(byte)] } else { text.append(byte) }
        }
        self.encoded = encoded
        txPower = Int8(bitPattern: payload[3])
        url = String(decoding: text, as: UTF8.self)
    }

    var payload: [UInt8] {
        Eddystone.serviceData([Eddystone.urlType, UInt8(bitPattern: txPower)] + encoded)
    }

    /// The shortest encoding after a scheme: no expansion overlaps the next, so taking the longest each time is best.
    private static func encode(_ text: [UInt8], scheme: Int) -> [UInt8]? {
        guard text.starts(with: schemes[scheme]) else { return nil }
        var rest = text[schemes[scheme].count...]
        var bytes = [UInt8(scheme)]
        while let first = rest.first {
            if let code = expansions.firstIndex(where: { rest.starts(with: $0) }) {
                bytes.append(UInt8(code))
                rest.removeFirst(expansions[code].count)
            } else {
                guard isGraphic(first) else { return nil }
                bytes.append(first)
                rest.removeFirst()
            }
        }
        return bytes
    }
}
