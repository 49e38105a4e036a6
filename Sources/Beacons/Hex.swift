/// Hexadecimal digits as ASCII bytes.
public enum Hex {
    /// The value of an ASCII hexadecimal digit in either case.
    public static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Appends the two lower-case digits of `byte`.
    public static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(lowerDigit(byte >> 4))
        bytes.append(lowerDigit(byte & 15))
    }

    /// The bytes that `text` spells, two digits each; `nil` for an odd count or a foreign character.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The lower-case digits of the low `count` bytes of `value`, most significant first.
    public static func text(_ value: some FixedWidthInteger & UnsignedInteger, bytes count: Int) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(count * 2)
        for index in (0..<count).reversed() {
            append(UInt8(truncatingIfNeeded: value >> (index * 8)), to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the last so many digits of a number, at most 16. Eight times for each event, hence inlined.
    @inline(__always)
    static func append(_ number: UInt64, digits count: Int, to text: inout OutputSpan<UInt8>) {
        var rest = number << (64 - 4 * count)
        for _ in 0..<count {
            text.append(lowerDigit(UInt8(truncatingIfNeeded: rest >> 60)))
            rest <<= 4
        }
    }

    private static func lowerDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
    }
}
