/// A way to reach a visitor.
public enum Channel: Hashable, Sendable {
    /// The visitor's own topic of the broker.
    case mqtt
    /// A topic of ntfy, as hard to guess as a password.
    case ntfy(topic: String)
    /// An address of the retailer's own.
    case webhook(url: String)
    /// A service of Apprise by its URL.
    case apprise(url: String)
}

extension Channel: LosslessStringConvertible {
    /// Bytes of the longest address.
    private static let longest = 2048

    /// Reads `mqtt`, `ntfy:TOPIC`, `webhook:https://…` and `apprise:SCHEME://…`; anything else is `nil`.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let address = parts.count == 2 ? String(parts[1]) : ""
        switch parts[0] {
        case "mqtt" where parts.count == 1: self = .mqtt
        case "ntfy" where Self.isTopic(address): self = .ntfy(topic: address)
        case "webhook" where Self.isURL(address) && (address.hasPrefix("https://") || address.hasPrefix("http://")):
            self = .webhook(url: address)
        case "apprise" where Self.isURL(address): self = .apprise(url: address)
        default: return nil
        }
    }

    public var description: String {
        switch self {
        case .mqtt: "mqtt"
        case .ntfy(let topic): "ntfy:\(topic)"
        case .webhook(let url): "webhook:\(url)"
        case .apprise(let url): "apprise:\(url)"
        }
    }

    /// As ntfy has it: `[-_A-Za-z0-9]{1,64}`.
    private static func isTopic(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    /// A scheme, `://` and more; no blank and no control character, which could end a header.
    private static func isURL(_ text: String) -> Bool {
        let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        let rest = text.utf8.dropFirst(scheme.count)
        return !scheme.isEmpty && scheme.allSatisfy(\.isLetterOrDigit)
            && rest.count > 3 && rest.starts(with: "://".utf8)
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
