public import Beacons
public import Presence

/// What a gateway adds to what its engine says: names and wall time. All its messages about beacons are made here.
public struct GatewayContext {
    public let gateway: GatewayID
    public var epoch: String { didSet { visits = Self.visits(gateway, epoch) } }
    /// What the names of visits begin with.
    private var visits: String
    /// The names of the configuration's regions, in its order.
    public var regions: [String]
    /// Unix milliseconds at `Instant.zero`.
    public var clock: Int64
    public var clockSynced: Bool
    public var simulated: Bool
    /// How beacons are called; `nil`: by their identities.
    public var pseudonyms: Pseudonyms?

    public init(
        gateway: GatewayID, epoch: String, regions: [String], clock: Int64, clockSynced: Bool, simulated: Bool,
        pseudonyms: Pseudonyms? = nil
    ) {
        self.gateway = gateway
        self.epoch = epoch
        visits = Self.visits(gateway, epoch)
        self.regions = regions
        self.clock = clock
        self.clockSynced = clockSynced
        self.simulated = simulated
        self.pseudonyms = pseudonyms
    }

    /// Unix milliseconds, saturating.
    public func time(_ instant: Instant) -> Int64 {
        let (sum, overflow) = clock.addingReportingOverflow(instant.microseconds / 1000)
        return overflow ? (clock < 0 ? .min : .max) : sum
    }

    /// `seq`: the number among the gateway's events; `replayed`: whether it is older than the connection.
    public func event(_ event: PresenceEvent, seq: UInt64, replayed: Bool = false) -> GatewayEvent {
        let kind: GatewayEvent.Kind =
            switch event.kind {
            case .enter(let reason): .enter(reason: reason.rawValue)
            case .exit(let reason):
                .exit(reason: reason.rawValue, dwell: (event.lastSeen - event.firstSeen).milliseconds)
            case .dwell(let threshold): .dwell(threshold: threshold.milliseconds)
            case .proximity(let from, let to): .proximity(from: from, to: to)
            case .tap(let hold): .tap(hold: hold.milliseconds)
            }
        return GatewayEvent(
            id: EventID(gateway: gateway, epoch: epoch, seq: seq), kind: kind, region: name(of: event.region),
            beacon: name(of: event.beacon), keyID: pseudonyms?.keyID, visit: visit(event.visit), number: event.number,
            reading: event.reading,
            sightings: event.sightings, time: time(event.at), firstSeen: time(event.firstSeen),
            lastSeen: time(event.lastSeen), lastSeenUncertainty: event.lastSeenUncertainty?.milliseconds,
            clockSynced: clockSynced, replayed: replayed, simulated: simulated)
    }

    public func presence(_ state: PresenceState) -> (topic: Topic, payload: GatewayPresence) {
        let payload = GatewayPresence(
            at: time(state.at), state: state.exit == nil ? .present : .absent, visit: visit(state.visit),
            since: time(state.since), lastSeen: time(state.lastSeen), level: state.reading.level,
            distance: state.reading.distance, proximity: state.reading.proximity,
            exitAfter: state.exitAfter.milliseconds,
            interval: state.interval.milliseconds, reason: state.exit?.rawValue)
        return (.presence(gateway, region: name(of: state.region), subject(state.beacon)), payload)
    }

    public func region(_ state: RegionState, at: Instant) -> (topic: Topic, payload: RegionOccupancy) {
        let payload = RegionOccupancy(
            at: time(at), state: state.state, count: state.count, since: time(state.since),
            reason: state.reason?.rawValue)
        return (.region(gateway, region: name(of: state.region)), payload)
    }

    public func ranging(
        region: Int, at: Instant, _ beacons: [RangedBeacon]
    ) -> (topic: Topic, payload: RegionRanging) {
        let entries = beacons.map {
            RegionRanging.Entry(
                beacon: name(of: $0.beacon), keyID: pseudonyms?.keyID, level: $0.reading.level,
                distance: $0.reading.distance,
                proximity: $0.reading.proximity)
        }
        let region = name(of: region)
        return (
            .ranging(gateway, region: region), RegionRanging(at: time(at), region: region, beacons: entries)
        )
    }

    public func sightings(_ report: SightingReport) -> (topic: Topic, payload: SightingSummary) {
        let payload = SightingSummary(
            at: time(report.at), beacon: name(of: report.beacon), keyID: pseudonyms?.keyID, count: report.count,
            minimum: report.minimum,
            maximum: report.maximum, mean: report.mean)
        return (.sighting(gateway, region: name(of: report.region), subject(report.beacon)), payload)
    }

    /// - Parameters:
    ///   - from: the number of the first lost event, `to` of the last; `count`: how many between them.
    ///   - first: Unix milliseconds when the first happened; `last`: when the last did.
    public func lost(
        from: UInt64, to: UInt64, count: UInt64, first: Int64, last: Int64, reason: String
    ) -> EventsLost {
        EventsLost(
            gateway: gateway, epoch: epoch, from: from, to: to, count: count, first: first, last: last, reason: reason)
    }

    /// What messages call a beacon.
    public func name(of beacon: BeaconIdentity) -> BeaconIdentity { pseudonyms?.of(beacon) ?? beacon }

    public func subject(_ beacon: BeaconIdentity) -> Subject { Subject(name(of: beacon)) }

    private static func visits(_ gateway: GatewayID, _ epoch: String) -> String { "\(gateway):\(epoch):v" }

    /// Names a visit to the world.
    private func visit(_ number: UInt64) -> String { visits + String(number) }

    private func name(of region: Int) -> String { regions.indices.contains(region) ? regions[region] : "unknown" }
}
