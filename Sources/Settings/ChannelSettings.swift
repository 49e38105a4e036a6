/// The servers by which visitors are reached, beside the broker.
public struct ChannelSettings: Hashable, Sendable {
    public struct Webhook: Hashable, Sendable {
        /// `whsec_` and base 64; several, one a line, while keys are changed.
        public var secret: Secret
        /// Whether visitors' webhooks may be at addresses that the internet does not reach.
        public var allowsPrivate: Bool
    }

    public struct Server: Hashable, Sendable {
        /// Without a `/` at the end.
        public var url: String
        /// Sent as a bearer token; `nil`: none.
        public var token: Secret?
    }

    /// `nil`: webhooks are not called.
    public var webhook: Webhook?
    public var ntfy: Server?
    /// An Apprise API.
    public var apprise: Server?

    public init() {}
}

extension ChannelSettings {
    mutating func read(_ section: Section) {
        section.section("webhook") { section in
            var allowsPrivate = false
            section.read("allow_private", into: &allowsPrivate, .truth)
            let secret = section.secret("secret")
            if secret == nil {
                section.report.fault(section.mark, "secret_file is missing: what webhooks are signed with")
            }
            webhook = secret.map { Webhook(secret: $0, allowsPrivate: allowsPrivate) }
        }
        section.section("ntfy") { ntfy = Server($0) }
        section.section("apprise") { apprise = Server($0) }
    }
}

extension ChannelSettings.Server {
    fileprivate init?(_ section: Section) {
        let url = section.require("url", .httpURL)
        token = section.secret("token")
        guard let url else { return nil }
        self.url = url
    }
}
