/// A gateway by site and name; `site/gateway` is the source of its events.
public struct GatewayID: Hashable, Sendable {
    public let site: String
    public let gateway: String

    public init(site: String, gateway: String) {
        self.site = site
        self.gateway = gateway
    }
}

extension GatewayID: LosslessStringConvertible {
    public var description: String { "\(site)/\(gateway)" }

    /// Reads `site/gateway` where both are names by the rule.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
        guard parts.count == 2, parts.allSatisfy(Name.isValid) else { return nil }
        self.init(site: String(parts[0]), gateway: String(parts[1]))
    }
}
