public import Beacons
public import JSON
public import Presence

/// Who is in a region, strongest first.
public struct RegionRanging: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public var beacon: BeaconIdentity
        /// Names the key that made `beacon` a pseudonym; `nil`: it is none.
        public var keyID: String?
        /// dBm.
        public var level: Double?
        /// Metres.
        public var distance: Double?
        public var proximity: Proximity

        public init(
            beacon: BeaconIdentity, keyID: String? = nil, level: Double?, distance: Double?, proximity: Proximity
        ) {
            self.beacon = beacon
            self.keyID = keyID
            self.level = level
            self.distance = distance
            self.proximity = proximity
        }
    }

    /// Unix milliseconds.
    public var at: Int64
    public var region: String
    public var beacons: [Entry]

    public init(at: Int64, region: String, beacons: [Entry]) {
        self.at = at
        self.region = region
        self.beacons = beacons
    }
}

extension RegionRanging: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("region", region)
            $0.name("beacons")
            $0.array {
                for entry in beacons {
                    $0.object {
                        $0.field("beacon", entry.beacon, keyID: entry.keyID)
                        $0.reading(level: entry.level, distance: entry.distance, proximity: entry.proximity)
                    }
                }
            }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        region = try fields.name("region")
        beacons = []
        for entry in try fields.objects("beacons") {
            let (beacon, keyID) = try entry.beacon("beacon")
            beacons.append(
                Entry(
                    beacon: beacon, keyID: keyID,
                    level: try entry.double(ifKnown: "rssi"), distance: try entry.double(ifKnown: "distance_m"),
                    proximity: try entry.word("proximity")))
        }
    }
}
