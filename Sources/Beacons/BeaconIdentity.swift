/// What a beacon's frame says it is: never its address (unless a region names it), never its name.
///
/// Two integers and a format, so that it hashes in a few nanoseconds and needs no memory of its own.
public struct BeaconIdentity: Hashable, Sendable {
    public enum Format: UInt8, Sendable {
        case iBeacon, altBeacon, eddystoneUID, address
        /// A keyed hash in the place of one of the others; no frame says it.
        case pseudonym
    }

    public let format: Format
    /// iBeacon: the UUID. AltBeacon: the first 16 bytes of the id. Eddystone-UID: the namespace (80 bits). Pseudonym: its
    /// first 128 bits.
    public let upper: UInt128
    /// iBeacon: major and minor. AltBeacon: the manufacturer code and the last 4 bytes of the id.
    /// Eddystone-UID: the instance (48 bits). Address: the address (48 bits). Pseudonym: its last 2 bits.
    public let lower: UInt64

    private init(format: Format, upper: UInt128, lower: UInt64) {
        self.format = format
        self.upper = upper
        self.lower = lower
    }

    public static func iBeacon(uuid: BeaconUUID, major: UInt16, minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(format: .iBeacon, upper: uuid.value, lower: UInt64(major) << 16 | UInt64(minor))
    }

    /// - Parameters:
    ///   - code: the manufacturer's company identifier (0x0118 for Radius Networks).
    ///   - idUpper: the first 16 bytes of the 20-byte beacon id, big-endian.
    ///   - idLower: its last 4 bytes.
    public static func altBeacon(code: UInt16, idUpper: UInt128, idLower: UInt32) -> BeaconIdentity {
        BeaconIdentity(format: .altBeacon, upper: idUpper, lower: UInt64(code) << 32 | UInt64(idLower))
    }

    /// - Parameters:
    ///   - namespace: 10 bytes, in the low 80 bits.
    ///   - instance: 6 bytes, in the low 48 bits.
    public static func eddystoneUID(namespace: UInt128, instance: UInt64) -> BeaconIdentity {
        BeaconIdentity(
            format: .eddystoneUID, upper: namespace & (1 << 80 - 1), lower: instance & 0xFFFF_FFFF_FFFF)
    }

    public static func address(_ address: BluetoothAddress) -> BeaconIdentity {
        BeaconIdentity(format: .address, upper: 0, lower: address.value)
    }

    /// - Parameters:
    ///   - upper: the first 128 bits of the hash.
    ///   - lower: the two bits after them, in the low bits.
    public static func pseudonym(upper: UInt128, lower: UInt8) -> BeaconIdentity {
        BeaconIdentity(format: .pseudonym, upper: upper, lower: UInt64(lower & 3))
    }

    /// The proximity UUID of an iBeacon.
    public var uuid: BeaconUUID { BeaconUUID(upper) }
    /// The major of an iBeacon.
    public var major: UInt16 { UInt16(truncatingIfNeeded: lower >> 16) }
    /// The minor of an iBeacon.
    public var minor: UInt16 { UInt16(truncatingIfNeeded: lower) }
    /// The manufacturer code of an AltBeacon.
    public var code: UInt16 { UInt16(truncatingIfNeeded: lower >> 32) }
}

extension BeaconIdentity: LosslessStringConvertible {
    /// The canonical form: `ibeacon:UUID:MAJOR:MINOR`, `altbeacon:CODE:ID`, `eddystone-uid:NAMESPACE:INSTANCE`,
    /// `address:AA:BB:…`; hexadecimal in lower case, the code as four digits, major and minor in decimal. Of a
    /// pseudonym 26 characters of base 32.
    public var description: String {
        switch format {
        case .iBeacon: iBeaconText
        case .altBeacon: "altbeacon:\(Hex.text(code, bytes: 2)):\(altBeaconID)"
        case .eddystoneUID: "eddystone-uid:\(Hex.text(upper, bytes: 10)):\(Hex.text(lower, bytes: 6))"
        case .address: "address:\(BluetoothAddress(lower))"
        case .pseudonym: Pseudonym.text(upper, lower)
        }
    }

    /// Made several times for each event: in one piece.
    private var iBeaconText: String {
        let text = [UInt8](capacity: 56) {
            for byte in "ibeacon:".utf8 { $0.append(byte) }
            uuid.append(to: &$0)
            $0.append(UInt8(ascii: ":"))
            Self.append(major, to: &$0)
            $0.append(UInt8(ascii: ":"))
            Self.append(minor, to: &$0)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends a number's decimal digits.
    private static func append(_ number: UInt16, to text: inout OutputSpan<UInt8>) {
        if number > 9 { append(number / 10, to: &text) }
        text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// The 40 hexadecimal digits of an AltBeacon's id.
    public var altBeaconID: String {
        Hex.text(upper, bytes: 16) + Hex.text(UInt32(truncatingIfNeeded: lower), bytes: 4)
    }

    /// Reads the canonical form in either case; anything else is `nil`.
    public init?(_ text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            guard let (upper, lower) = Pseudonym.bits(text) else { return nil }
            self = .pseudonym(upper: upper, lower: lower)
            return
        }
        let rest = text[text.utf8.index(after: colon)...]
        let format = text[..<colon].lowercased()
        guard format != "ibeacon" else {
            self.init(iBeacon: rest.utf8.span)
            return
        }
        let fields = rest.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Substring.init)
        switch format {
        case "altbeacon":
            guard fields.count == 2, fields[0].utf8.count == 4, fields[1].utf8.count == 40,
                let code = UInt16(fields[0], radix: 16), let idUpper = UInt128(fields[1].prefix(32), radix: 16),
                let idLower = UInt32(fields[1].suffix(8), radix: 16), Hex.bytes(fields[0]) != nil,
                Hex.bytes(fields[1]) != nil
            else { return nil }
            self = .altBeacon(code: code, idUpper: idUpper, idLower: idLower)
        case "eddystone-uid":
            guard fields.count == 2, fields[0].utf8.count == 20, fields[1].utf8.count == 12,
                Hex.bytes(fields[0]) != nil, Hex.bytes(fields[1]) != nil,
                let namespace = UInt128(fields[0], radix: 16), let instance = UInt64(fields[1], radix: 16)
            else { return nil }
            self = .eddystoneUID(namespace: namespace, instance: instance)
        case "address":
            guard let address = BluetoothAddress(String(rest)) else { return nil }
            self = .address(address)
        default: return nil
        }
    }

    /// Reads the canonical form, as `description` makes it; anything else is `nil`.
    public init?(canonical text: Substring) {
        let prefix = "ibeacon:"
        guard text.utf8.starts(with: prefix.utf8) else {
            self.init(String(text))
            if description != text { return nil }
            return
        }
        // Read for each event: that it is canonical is seen without making the text.
        let bytes = text.utf8.span
        for index in bytes.indices where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(bytes[index]) { return nil }
        self.init(iBeacon: bytes.extracting(prefix.utf8.count...))
        let digits = Self.digits(major) + Self.digits(minor)
        guard bytes.count == prefix.utf8.count + BeaconUUID.length + digits + 2 else { return nil }
    }

    /// How many decimal digits a number has.
    private static func digits(_ number: UInt16) -> Int { number > 9 ? 1 + digits(number / 10) : 1 }

    /// `UUID:MAJOR:MINOR`. Read for each event: in one pass.
    private init?(iBeacon text: Span<UInt8>) {
        let length = BeaconUUID.length
        guard text.count > length + 1, text[length] == UInt8(ascii: ":"),
            let uuid = BeaconUUID(utf8: text.extracting(..<length))
        else { return nil }
        let numbers = text.extracting((length + 1)...)
        guard let colon = numbers.indices.first(where: { numbers[$0] == UInt8(ascii: ":") }),
            let major = UInt16(decimal: numbers.extracting(..<colon)),
            let minor = UInt16(decimal: numbers.extracting((colon + 1)...))
        else { return nil }
        self = .iBeacon(uuid: uuid, major: major, minor: minor)
    }
}

extension UInt16 {
    /// Digits only: no sign, no blank.
    fileprivate init?(decimal text: Span<UInt8>) {
        guard !text.isEmpty else { return nil }
        var value: UInt16 = 0
        for index in text.indices {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) else { return nil }
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = tens.addingReportingOverflow(UInt16(text[index] - UInt8(ascii: "0")))
            guard !isTooLarge, !isLarger else { return nil }
            value = sum
        }
        self = value
    }
}
