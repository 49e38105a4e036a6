/// Base 32 (RFC 4648, section 6) in lower case, without padding.
public enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// The text of `bytes`: 8 characters for each 5 bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[Int(bits >> count & 31)])
            }
            bits &= 1 << count - 1
        }
        if count > 0 { text.append(alphabet[Int(bits << (5 - count) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The value of a character in lower case.
    public static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): digit - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
