/// The rule for names of sites, gateways, regions and zones: `[a-z0-9][a-z0-9_-]{0,31}`.
public enum Name {
    public static func isValid(_ text: String) -> Bool { isValid(text.utf8.span) }

    public static func isValid(_ text: Substring) -> Bool { isValid(text.utf8.span) }

    private static func isValid(_ text: Span<UInt8>) -> Bool {
        guard (1...32).contains(text.count), isAlphanumeric(text[0]) else { return false }
        for index in text.indices {
            let byte = text[index]
            guard isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") else { return false }
        }
        return true
    }

    /// The rule for users: `[a-z0-9-]{1,64}`.
    public static func isValidUser(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
