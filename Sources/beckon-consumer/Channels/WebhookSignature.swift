import Hashing

/// Signs webhooks by Standard Webhooks 1.0 (https://www.standardwebhooks.com), symmetric keys.
struct WebhookSignature: Sendable {
    private static let prefix = "whsec_"
    /// Bytes of a key.
    private static let lengths = 24...64

    private let keys: [[UInt8]]

    /// - Parameter text: keys, each `whsec_` and base 64, one a line; the receiver may have any of them.
    init?(_ text: String) {
        keys = text.split { $0.isWhitespace }.compactMap { line in
            guard line.hasPrefix(Self.prefix) else { return nil }
            return Base64.standard.bytes(line.dropFirst(Self.prefix.count))
        }
        let count = text.split { $0.isWhitespace }.count
        guard count > 0, keys.count == count, keys.allSatisfy({ Self.lengths.contains($0.count) }) else { return nil }
    }

    /// - Parameters:
    ///   - id: the same in every attempt.
    ///   - now: of this attempt, Unix milliseconds.
    func headers(id: String, _ body: [UInt8], at now: Int64) -> [String: String] {
        let timestamp = "\(now / 1000)"
        let signed = Array("\(id).\(timestamp).".utf8) + body
        let signatures = keys.map { "v1,\(Base64.standard.text(HMACSHA256.code(of: signed, key: $0)))" }
        return [
            "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.joined(separator: " "),
        ]
    }
}
