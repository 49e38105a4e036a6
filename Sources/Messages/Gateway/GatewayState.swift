public import JSON

/// How a gateway is and who is there: its answer to `state`.
public struct GatewayState: Hashable, Sendable {
    public struct Region: Hashable, Sendable {
        public var region: String
        public var occupancy: RegionOccupancy

        public init(region: String, occupancy: RegionOccupancy) {
            self.region = region
            self.occupancy = occupancy
        }
    }

    public struct Visit: Hashable, Sendable {
        public var region: String
        /// As in events.
        public var subject: String
        public var presence: GatewayPresence

        public init(region: String, subject: String, presence: GatewayPresence) {
            self.region = region
            self.subject = subject
            self.presence = presence
        }
    }

    public var status: Status
    public var regions: [Region]
    public var visits: [Visit]
    /// Whether there are more visits than one message holds.
    public var isCut: Bool
    /// Events that are not confirmed.
    public var waiting: UInt64

    public init(status: Status, regions: [Region], visits: [Visit], isCut: Bool, waiting: UInt64) {
        self.status = status
        self.regions = regions
        self.visits = visits
        self.isCut = isCut
        self.waiting = waiting
    }
}

extension GatewayState: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("status") { status.write(to: &$0) }
            $0.name("regions")
            $0.array {
                for region in regions {
                    $0.object {
                        $0.field("region", region.region)
                        $0.field("occupancy") { region.occupancy.write(to: &$0) }
                    }
                }
            }
            $0.name("visits")
            $0.array {
                for visit in visits {
                    $0.object {
                        $0.field("region", visit.region)
                        $0.field("subject", visit.subject)
                        $0.field("presence") { visit.presence.write(to: &$0) }
                    }
                }
            }
            $0.field("more", isCut)
            $0.field("outbox_rows", waiting)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        status = try Status(fields.object("status"))
        regions = []
        for region in try fields.objects("regions") {
            regions.append(
                Region(region: try region.name("region"), occupancy: try RegionOccupancy(region.object("occupancy"))))
        }
        visits = []
        for visit in try fields.objects("visits") {
            visits.append(
                Visit(
                    region: try visit.name("region"), subject: try visit.string("subject"),
                    presence: try GatewayPresence(visit.object("presence"))))
        }
        isCut = try fields.bool("more")
        waiting = try fields.integer("outbox_rows")
    }
}
