/// The rule for names of sites, gateways, regions and zones: `[a-z0-9][a-z0-9_-]{0,31}`.
public enum Name {
    public static func isValid(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isAlphanumeric(first) else { return false }
        return text.utf8.count <= 32
            && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }

    /// The rule for users: `[a-z0-9-]{1,64}`.
    public static func isValidUser(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
