import Beacons
public import JSON

/// Whom a site's gateways drop: keyed hashes of who opted out, or of all who opted in.
public struct DenyList: Hashable, Sendable {
    public enum Mode: String, Sendable, CaseIterable {
        /// All but these are heard.
        case deny
        /// None but these are heard.
        case allow
    }

    /// The most hashes: with so many a message has 4 MB.
    public static let capacity = 250_000

    /// Unix milliseconds.
    public var at: Int64
    /// Names the key of the hashes.
    public var keyID: String
    /// While the key is being changed, the one before: the hashes are of both.
    public var previousKeyID: String?
    public var mode: Mode
    /// 64 bits each: a chance below 1 in 10^13 that a stranger is taken for one of so many.
    public var hashes: [UInt64]

    public init(at: Int64, keyID: String, previousKeyID: String? = nil, mode: Mode, hashes: [UInt64]) {
        self.at = at
        self.keyID = keyID
        self.previousKeyID = previousKeyID
        self.mode = mode
        self.hashes = hashes
    }
}

extension DenyList: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("key_id", keyID)
            if let previousKeyID { $0.field("previous_key_id", previousKeyID) }
            $0.field("mode", mode.rawValue)
            $0.name("hashes")
            $0.array {
                for hash in hashes {
                    $0.string(Base32.text((0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64(56 - 8 * $0)) }))
                }
            }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        keyID = try fields.string("key_id")
        previousKeyID = try fields.string(ifPresent: "previous_key_id")
        mode = try fields.word("mode")
        let texts = try fields.strings("hashes")
        hashes = texts.compactMap(Self.hash)
        guard texts.count <= Self.capacity, hashes.count == texts.count else {
            throw fields.fault("hashes", .expected("at most \(Self.capacity) times 13 characters of base 32"))
        }
    }

    /// The 64 bits that 13 characters of base 32 spell; the last bit of the last is none of them.
    public static func hash(_ text: String) -> UInt64? {
        guard text.utf8.count == 13 else { return nil }
        var hash: UInt64 = 0
        for (index, character) in text.utf8.enumerated() {
            guard let value = Base32.value(of: character) else { return nil }
            if index < 12 {
                hash = hash << 5 | UInt64(value)
            } else {
                guard value & 1 == 0 else { return nil }
                hash = hash << 4 | UInt64(value >> 1)
            }
        }
        return hash
    }
}
