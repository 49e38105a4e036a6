/// Names that no other run has.
public enum RandomName {
    /// RFC 4648, section 6, in lower case; 5 random bits a character.
    public static func base32(_ count: Int) -> String {
        String((0..<count).map { _ in alphabet[Int.random(in: 0..<32)] })
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
}
