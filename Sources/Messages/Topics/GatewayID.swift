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
        self.init(text[...])
    }

    init?(_ text: Substring) {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let (site, gateway) = (text[..<slash], text[text.utf8.index(after: slash)...])
        guard Name.isValid(site), Name.isValid(gateway) else { return nil }
        self.init(site: String(site), gateway: String(gateway))
    }
}
