/// A proximity UUID: 128 bits, most significant byte first (RFC 9562, section 4).
public struct BeaconUUID: Hashable, Sendable {
    public let value: UInt128

    public init(_ value: UInt128) { self.value = value }

    /// Bytes of its text.
    static let length = 36

    /// All zero: *not assigned*; no region may name it and no beacon may send it.
    public var isZero: Bool { value == 0 }
}

extension BeaconUUID: LosslessStringConvertible {
    /// Reads the 8-4-4-4-12 form in either case; anything else is `nil`.
    public init?(_ text: String) { self.init(utf8: text.utf8.span) }

    /// The same from the text's bytes.
    public init?(utf8 bytes: Span<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        var value: UInt128 = 0
        for index in bytes.indices {
            if Self.isHyphen(index) {
                guard bytes[index] == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = Hex.digit(bytes[index]) else { return nil }
                value = value << 4 | UInt128(digit)
            }
        }
        self.init(value)
    }

    /// Lower case, 8-4-4-4-12.
    public var description: String {
        String(decoding: [UInt8](capacity: Self.length, initializingWith: append), as: UTF8.self)
    }

    /// Appends the 36 characters.
    func append(to text: inout OutputSpan<UInt8>) {
        let (upper, lower) = (UInt64(truncatingIfNeeded: value >> 64), UInt64(truncatingIfNeeded: value))
        Hex.append(upper >> 32, digits: 8, to: &text)
        text.append(UInt8(ascii: "-"))
        Hex.append(upper >> 16, digits: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        Hex.append(upper, digits: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        Hex.append(lower >> 48, digits: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        Hex.append(lower, digits: 12, to: &text)
    }

    /// Whether a hyphen stands there in the text form.
    private static func isHyphen(_ offset: Int) -> Bool { offset == 8 || offset == 13 || offset == 18 || offset == 23 }
}
