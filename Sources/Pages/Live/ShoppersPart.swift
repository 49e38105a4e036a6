/// Who is where.
public struct ShoppersPart: Sendable {
    public struct Site: Sendable {
        public var name: String
        /// How many are there, in all.
        public var count: Int
        public var zones: [(name: String, count: Int)]
        /// The latest of them.
        public var shoppers: [Shopper]

        public init(name: String, count: Int, zones: [(name: String, count: Int)], shoppers: [Shopper]) {
            self.name = name
            self.count = count
            self.zones = zones
            self.shoppers = shoppers
        }
    }

    public struct Shopper: Sendable {
        /// As addresses name it.
        public var beacon: String
        public var name: String
        public var isKnown: Bool
        /// `nil`: somewhere in the store.
        public var zone: String?
        /// In it since then: local time in words.
        public var since: String
        /// dBm, where they are heard best.
        public var level: Double?

        public init(beacon: String, name: String, isKnown: Bool, zone: String?, since: String, level: Double?) {
            self.beacon = beacon
            self.name = name
            self.isKnown = isKnown
            self.zone = zone
            self.since = since
            self.level = level
        }
    }

    public var sites: [Site]
    /// Sites that other consumers work on, which know who is there.
    public var elsewhere: [String]

    public init(sites: [Site], elsewhere: [String] = []) {
        self.sites = sites
        self.elsewhere = elsewhere
    }

    /// The most sites that are named where nobody is.
    private static let mostEmpty = 10

    public var part: LivePart {
        let empty = sites.filter { $0.count == 0 }.map(\.name)
        let rest: HTML? = empty.isEmpty ? nil : "<p class=\"hint\">Nobody is at \(Self.names(empty)).</p>"
        let others: HTML? =
            elsewhere.isEmpty
            ? nil : "<p class=\"hint\">Another consumer’s page shows who is at \(Self.names(elsewhere)).</p>"
        let body: HTML = "\(HTML(sites.filter { $0.count > 0 }.map(Self.html)))\(rest)\(others)"
        let isNone = sites.isEmpty && elsewhere.isEmpty
        return LivePart("shoppers", "Who is where", isNone ? "<p class=\"hint\">No site is configured.</p>" : body)
    }

    private static func names(_ sites: [String]) -> String {
        let names = sites.prefix(mostEmpty).joined(separator: ", ")
        return sites.count > mostEmpty ? "\(names) and \(sites.count - mostEmpty) more sites" : names
    }

    private static func html(_ site: Site) -> HTML {
        let zones = site.zones.map { "\($0.name) \($0.count)" }.joined(separator: " · ")
        let head: HTML = """
            <h3>\(site.name)</h3>
            <p class="hint">\(site.count) here: \(zones)</p>
            """
        let rows = site.shoppers.map { shopper -> HTML in
            """
            <tr id="\(site.name)-\(shopper.beacon)"><th scope="row"><a href="/?beacon=\(shopper.beacon)"\
            \(shopper.isKnown ? nil : " class=\"stranger\"" as HTML)>\(shopper.name)</a></th>\
            <td>\(shopper.zone ?? "store")</td><td><time>\(shopper.since)</time></td>\
            <td class="number">\(LevelText.dBm(shopper.level))</td></tr>

            """
        }
        let columns = [("Shopper", false), ("Where", false), ("Since", false), ("Level", true)]
        return head + Table.html("Shoppers at \(site.name)", columns, rows)
            + (Table.rest(site.count - site.shoppers.count) ?? HTML())
    }
}
