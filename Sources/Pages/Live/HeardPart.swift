/// What a gateway hears, region by region.
public struct HeardPart: Sendable {
    public struct Region: Sendable {
        public var name: String
        /// `store`, `shelf`, `reader`.
        public var role: String
        /// How many are there, in all.
        public var count: Int
        /// The strongest first.
        public var beacons: [Beacon]

        public init(name: String, role: String, count: Int, beacons: [Beacon]) {
            self.name = name
            self.role = role
            self.count = count
            self.beacons = beacons
        }
    }

    public struct Beacon: Sendable {
        /// As messages call it.
        public var identity: String
        public var name: String
        /// dBm.
        public var level: Double?
        /// Metres.
        public var distance: Double?
        public var proximity: String

        public init(identity: String, name: String, level: Double?, distance: Double?, proximity: String) {
            self.identity = identity
            self.name = name
            self.level = level
            self.distance = distance
            self.proximity = proximity
        }
    }

    public var regions: [Region]

    public init(regions: [Region]) { self.regions = regions }

    public var part: LivePart {
        LivePart(
            "heard", "What I hear",
            regions.isEmpty ? "<p class=\"hint\">No region is configured.</p>" : HTML(regions.map(Self.html)))
    }

    private static func html(_ region: Region) -> HTML {
        let head: HTML = """
            <h3>\(region.name) <small>\(region.role)</small></h3>
            <p class="hint">\(region.count == 0 ? "Nobody is heard now." : "\(region.count) here")</p>
            """
        guard !region.beacons.isEmpty else { return head }
        let rows = region.beacons.map { beacon -> HTML in
            """
            <tr id="\(region.name)-\(beacon.identity)"><th scope="row">\
            <a href="/?beacon=\(beacon.identity)">\(beacon.name)</a></th>\
            <td class="number">\(LevelText.dBm(beacon.level))</td>\
            <td class="number">\(LevelText.metres(beacon.distance))</td><td>\(beacon.proximity)</td></tr>

            """
        }
        let columns = [("Beacon", false), ("Level", true), ("Distance", true), ("Proximity", false)]
        return head + Table.html("Beacons in \(region.name)", columns, rows)
            + (Table.rest(region.count - region.beacons.count) ?? HTML())
    }
}
