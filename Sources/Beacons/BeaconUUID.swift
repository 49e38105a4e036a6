/// A proximity UUID: 128 bits, most significant byte first (RFC 9562, section 4).
public struct BeaconUUID: Hashable, Sendable {
    public let value: UInt128

    public init(_ value: UInt128) { self.value = value }

    /// All zero: *not assigned*; no region may name it and no beacon may send it.
    public var isZero: Bool { value == 0 }
}

extension BeaconUUID: LosslessStringConvertible {
    /// Reads the 8-4-4-4-12 form in either case; anything else is `nil`.
    public init?(_ text: String) {
        let bytes = text.utf8.span
        guard bytes.count == 36 else { return nil }
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
        var text: [UInt8] = []
        text.reserveCapacity(36)
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The same, onto what is there.
    func append(to text: inout [UInt8]) {
        let start = text.count
        for index in 0..<16 {
            if Self.isHyphen(text.count - start) { text.append(UInt8(ascii: "-")) }
            Hex.append(UInt8(truncatingIfNeeded: value >> UInt128((15 - index) * 8)), to: &text)
        }
    }

    /// Whether a hyphen stands there in the text form.
    private static func isHyphen(_ offset: Int) -> Bool { offset == 8 || offset == 13 || offset == 18 || offset == 23 }
}
