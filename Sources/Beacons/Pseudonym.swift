/// The text of a pseudonym: 26 characters of base 32 are 130 bits.
enum Pseudonym {
    private static let characters = 26

    static func text(_ upper: UInt128, _ lower: UInt64) -> String {
        var bytes = (0..<16).map { UInt8(truncatingIfNeeded: upper >> UInt128(120 - 8 * $0)) }
        bytes.append(UInt8(truncatingIfNeeded: lower << 6))
        return String(Base32.text(bytes).prefix(characters))
    }

    /// `nil`: not 26 characters of base 32, in either case.
    static func bits(_ text: String) -> (upper: UInt128, lower: UInt8)? {
        guard text.utf8.count == characters else { return nil }
        var upper: UInt128 = 0
        var last: UInt8 = 0
        for character in text.lowercased().utf8 {
            guard let value = Base32.value(of: character) else { return nil }
            upper = upper << 5 | UInt128(last)
            last = value
        }
        return (upper << 3 | UInt128(last >> 2), last & 3)
    }
}
