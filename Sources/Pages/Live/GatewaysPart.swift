/// How the boxes in the shops are.
public struct GatewaysPart: Sendable {
    public struct Gateway: Sendable {
        public var site: String
        public var name: String
        /// A word of the status; `nil`: nothing was heard of it.
        public var state: String?
        public var reason: String?
        /// So since then: local time in words.
        public var since: String

        public init(site: String, name: String, state: String?, reason: String?, since: String) {
            self.site = site
            self.name = name
            self.state = state
            self.reason = reason
            self.since = since
        }

        public var isWell: Bool { state == "online" }
    }

    /// The most that are shown: those that are not well come first.
    public static let most = 100

    public var gateways: [Gateway]

    public init(gateways: [Gateway]) { self.gateways = gateways }

    public var part: LivePart {
        let sorted = gateways.sorted { ($0.isWell ? 1 : 0, $0.site, $0.name) < ($1.isWell ? 1 : 0, $1.site, $1.name) }
        let rows = sorted.prefix(Self.most).map { gateway -> HTML in
            let mark: HTML =
                gateway.isWell
                ? "<span class=\"mark good\">online</span>"
                : "<span class=\"mark bad\">\(gateway.state ?? "never heard")</span>"
            let id = "gateway-\(gateway.site)-\(gateway.name)"
            return """
                <tr id="\(id)"><th scope="row">\(gateway.name) <small>\(gateway.site)</small></th><td>\(mark)</td>\
                <td><time>\(gateway.since)</time></td></tr>
                \(Table.note(gateway.reason, id: id, columns: 3))
                """
        }
        let body =
            rows.isEmpty
            ? "<p class=\"hint\">No zone names one, and none was heard.</p>"
            : Table.html("Gateways", [("Gateway", false), ("State", false), ("Since", false)], Array(rows))
                + (Table.rest(gateways.count - rows.count) ?? HTML())
        return LivePart("gateways", "Gateways", body)
    }
}
