import Hashing

/// Signs what the links of pages stand for, so that nobody can make one up, and none holds for ever.
struct LinkSigner: Sendable {
    /// What a link lets its holder do.
    enum Purpose: String {
        /// See one notification's page, and answer it.
        case item
        /// See and change all of a visitor's own.
        case me
    }

    /// A link in a notification holds so long, milliseconds (consumer.md: 30 days).
    static let lifetime: Int64 = 30 * 86_400_000
    /// The address that a visitor is given to keep when they join: a year.
    static let longLifetime: Int64 = 365 * 86_400_000
    /// Bytes of the code that are kept: 128 bits.
    private static let codeLength = 16

    private let key: [UInt8]

    /// - Parameter key: 32 random bytes.
    init(key: [UInt8]) { self.key = key }

    /// `EXPIRY.CODE`, fit for a URL. - Parameter expiry: Unix milliseconds, kept in seconds.
    func token(for subject: String, _ purpose: Purpose, until expiry: Int64) -> String {
        let seconds = String(max(expiry, 0) / 1000, radix: 36)
        return "\(seconds).\(Base64.url.text(code(subject, purpose, seconds)))"
    }

    /// Whether `token` was made for this, and still holds. - Parameter now: Unix milliseconds.
    func isValid(_ token: some StringProtocol, for subject: String, _ purpose: Purpose, at now: Int64) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= 12, let code = Base64.url.bytes(parts[1]),
            ConstantTime.areEqual(code, self.code(subject, purpose, String(parts[0]))),
            let seconds = Int64(parts[0], radix: 36)
        else { return false }
        return now / 1000 < seconds
    }

    private func code(_ subject: String, _ purpose: Purpose, _ expiry: String) -> [UInt8] {
        let message = Array("\(purpose.rawValue)\n\(expiry)\n\(subject)".utf8)
        return Array(HMACSHA256.code(of: message, key: key).prefix(Self.codeLength))
    }
}
