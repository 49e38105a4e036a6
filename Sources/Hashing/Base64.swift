/// Base 64 (RFC 4648).
public struct Base64: Sendable {
    /// Section 4: `+`, `/`, padded with `=`.
    public static let standard = Base64("+/", isPadded: true)
    /// Section 5, for URLs and file names: `-`, `_`, without padding.
    public static let url = Base64("-_", isPadded: false)

    private static let padding = UInt8(ascii: "=")

    private let alphabet: [UInt8]
    private let isPadded: Bool

    private init(_ last: String, isPadded: Bool) {
        alphabet = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        self.isPadded = isPadded
    }

    public func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(3 - group.count) * 8
            for index in 0...group.count { text.append(alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)]) }
            if isPadded { for _ in group.count..<3 { text.append(Self.padding) } }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` spells; `nil` unless it is exactly what `text(_:)` makes of them.
    public func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var digits = Array(text.utf8)[...]
        if isPadded {
            guard digits.count.isMultiple(of: 4) else { return nil }
            for _ in 0..<2 where digits.last == Self.padding { digits.removeLast() }
        }
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            bits &= 1 << count - 1
        }
        return bits == 0 ? bytes : nil
    }

    private func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case alphabet[62]: 62
        case alphabet[63]: 63
        default: nil
        }
    }
}
