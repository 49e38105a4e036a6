public import Beacons
public import Messages

/// Who is in one store, in which zone, and for how long: what all its gateways say, merged.
///
/// A function of what it is told and of Unix milliseconds handed in. A gateway that falls silent is aged out, and
/// nobody has left: only its own word ends a visit there. A store visit ends after 30 minutes without presence
/// anywhere, unless the one that could tell is away.
public struct SitePresence {
    /// Times in milliseconds.
    enum Constants {
        /// A store visit ends after so long without presence (consumer.md).
        static let visitEnd: Int64 = 30 * 60_000
        /// Longer gaps reset the dwell (consumer.md).
        static let gap: Int64 = 60_000
        /// Gateways tell each presence again every 60 s; two and a half of that, and it counts no more.
        static let silence: Int64 = 150_000
        /// A phone that heard a place is there so long (consumer.md).
        static let phone: Int64 = 15 * 60_000
        /// How long a gateway that went away still counts: a Wi-Fi blink on MQTT 3.1.1, which has no will delay.
        static let grace: Int64 = 30_000
        /// A gateway that has been away for so long is given up.
        static let givenUp: Int64 = 24 * 3_600_000
        /// A live presence message older than this resumes nothing.
        static let live: Int64 = 60_000
        /// The most store visits; three of the floods that a gateway lets through (50/s for 30 min).
        static let shoppers = 270_000
        /// The most gateways and regions that hear one shopper.
        static let links = 64
        /// The most gateways whose status is kept.
        static let gateways = 1024
    }

    struct Area {
        /// `nil`: the store.
        let zone: String?
        /// Milliseconds of dwell that make an opportunity.
        let required: Int64
    }

    private struct Gateway {
        var state: Status.State
        /// Its word counts until then.
        var until: Int64
        /// When it came to that state.
        var since: Int64
    }

    var areas: [Area]
    var areaBySource: [ZoneConfiguration.Source: Int]
    var storeRegions: Set<String>
    var shoppers: [BeaconIdentity: Shopper] = [:]
    private var gateways: [String: Gateway] = [:]
    var deadlines = DeadlineQueue<BeaconIdentity>()
    /// Since when all that gateways say is heard; `nil`: it is not. Before that nobody is gone for not being heard.
    var listeningSince: Int64? = .min / 2
    var opportunities: [Opportunity] = []
    var changes = SiteChanges()
    var changed: Set<BeaconIdentity> = []
    /// Of the pseudonym that came last: that of the next one too, until its own event says so.
    var keyID: String?
    /// Shoppers turned away because the table was full.
    public internal(set) var refused = 0

    /// - Parameter storeRegions: regions of role `store`, which count for the store only, even where a zone names
    ///   their whole gateway.
    public init(_ site: SiteConfiguration, _ rules: RuleConfiguration, storeRegions: Set<String> = []) {
        self.storeRegions = storeRegions
        let store = Area(zone: nil, required: rules.storeDwell.inMilliseconds)
        let zones = site.zones.map { Area(zone: $0.name, required: rules.dwell.inMilliseconds) }
        areas = zones.isEmpty ? [store] : zones
        areaBySource = Dictionary(
            site.zones.enumerated().flatMap { index, zone in
                (zone.gateways + [.phone(in: zone.name)]).map { ($0, index) }
            }
        ) { first, _ in first }
    }

    /// Takes a store visit of before a restart. It counts as absence until a gateway speaks of it.
    public mutating func restore(_ visit: StoreVisit) {
        guard shoppers[visit.beacon] == nil, shoppers.count < Constants.shoppers else { return }
        keyID = visit.keyID ?? keyID
        var shopper = Shopper(visit)
        schedule(&shopper, at: visit.lastPresent)
        shoppers[visit.beacon] = shopper
    }

    /// Whether what gateways say reaches us: while it does not, no store visit ends.
    public mutating func listens(_ isListening: Bool, at now: Int64) {
        guard isListening != (listeningSince != nil) else { return }
        listeningSince = isListening ? now : nil
        // Those who wait to end do so at another time now.
        if isListening { for beacon in Array(shoppers.keys) { resettle(beacon, at: now) } }
    }

    // MARK: - What gateways say of themselves

    /// Away, lost or degraded a gateway is aged out, and nobody has left.
    public mutating func status(_ gateway: String, _ state: Status.State, at now: Int64) {
        guard gateways[gateway] != nil || gateways.count < Constants.gateways else { return }
        let until = state == .online ? .max : min(gateways[gateway]?.until ?? .max, now + Constants.grace)
        let since = gateways[gateway].flatMap { $0.state == state ? $0.since : nil } ?? now
        gateways[gateway] = Gateway(state: state, until: until, since: since)
        // Those it hears are looked at again when its word ends, which they could not know of.
        for beacon in heard(by: gateway) { resettle(beacon, at: now) }
    }

    /// A gateway is gone for good: what it last said holds no longer.
    public mutating func retire(_ gateway: String, at now: Int64) {
        gateways[gateway] = nil
        for beacon in heard(by: gateway) {
            guard var shopper = shoppers[beacon] else { continue }
            giveUp(shopper.links.filter { $0.source.gateway == gateway }, of: &shopper)
            settle(&shopper, at: now)
        }
    }

    /// The keys alone: a loop over the table itself would copy it at its first change.
    private func heard(by gateway: String) -> [BeaconIdentity] {
        shoppers.compactMap { beacon, shopper in
            shopper.links.contains { $0.source.gateway == gateway } ? beacon : nil
        }
    }

    private mutating func resettle(_ beacon: BeaconIdentity, at now: Int64) {
        guard var shopper = shoppers[beacon] else { return }
        settle(&shopper, at: now)
    }

    // MARK: - Time

    /// When `advance` has something to do.
    public var nextDeadline: Int64? { deadlines.next }

    /// Lets everything happen that is due, in order of time.
    public mutating func advance(to now: Int64) {
        while let (at, beacon) = deadlines.popFirst(until: now) {
            guard var shopper = shoppers[beacon], shopper.queued == at else { continue }
            shopper.queued = .max
            settle(&shopper, at: at)
        }
    }

    // MARK: - What follows

    /// The moments to decide since the last call.
    public mutating func takeOpportunities() -> [Opportunity] {
        defer { opportunities.removeAll(keepingCapacity: true) }
        return opportunities
    }

    /// What is to be kept and told since the last call.
    public mutating func takeChanges() -> SiteChanges {
        defer {
            changes = SiteChanges()
            changed.removeAll(keepingCapacity: true)
        }
        var taken = changes
        taken.visits = changed.compactMap { shoppers[$0]?.visit }
        return taken
    }

    /// Takes back what could not be kept, to be taken again.
    public mutating func putBack(_ opportunities: [Opportunity], _ changes: SiteChanges) {
        self.opportunities = opportunities + self.opportunities
        self.changes.movements = changes.movements + self.changes.movements
        self.changes.ended = changes.ended + self.changes.ended
        self.changes.silences = changes.silences + self.changes.silences
        changed.formUnion(changes.visits.map(\.beacon))
    }

    /// Drops a shopper who was erased, with all that would follow.
    public mutating func forget(_ beacon: BeaconIdentity) {
        shoppers[beacon] = nil
        changed.remove(beacon)
        opportunities.removeAll { $0.beacon == beacon }
        changes.movements.removeAll { $0.visit.beacon == beacon }
    }

    /// Whether the shopper is still in the store visit of that id.
    public func standing(of beacon: BeaconIdentity, visit: String) -> Standing {
        guard let shopper = shoppers[beacon], shopper.visit.id == visit else { return .closed }
        return shopper.absentSince.map { .absent(since: $0) } ?? .present
    }

    /// The store visit that goes on.
    public func visit(of beacon: BeaconIdentity) -> StoreVisit? { shoppers[beacon]?.visit }

    /// All that go on.
    public var visits: some Sequence<StoreVisit> { shoppers.values.lazy.map(\.visit) }

    // MARK: - The gateways' standing

    func countsUntil(_ link: Shopper.Link) -> Int64 {
        guard link.trigger != nil else { return .min }
        if link.source.isPhone { return link.heard + Constants.phone }
        // Degraded it may hear all the same: what it has just told counts for the grace.
        let word = max(gateways[link.source.gateway]?.until ?? .max, link.heard + Constants.grace)
        return min(link.heard + Constants.silence, word)
    }

    /// Whether the gateway is away, so that its silence says nothing.
    func isDark(_ link: Shopper.Link) -> Bool {
        let state = gateways[link.source.gateway]?.state
        return state == .lost || state == .offline
    }

    /// When what a gateway that came back does not say is said: until then it may still tell of the visit.
    func hasSpokenAt(_ link: Shopper.Link) -> Int64 {
        gateways[link.source.gateway].map { $0.since + Constants.silence } ?? .min
    }

    func isOnline(_ gateway: String) -> Bool { gateways[gateway]?.state == .online }

    func area(of source: ZoneConfiguration.Source) -> Int? {
        if areaBySource.isEmpty { return 0 }
        if let area = areaBySource[source] { return area }
        guard let region = source.region, !storeRegions.contains(region) else { return nil }
        return areaBySource[ZoneConfiguration.Source(gateway: source.gateway)]
    }
}

extension ZoneConfiguration.Source {
    /// The shoppers' own phones in a zone, or in the store, as if they were a gateway; no gateway has such a name.
    public static func phone(in zone: String?) -> Self { .init(gateway: "_phone", region: zone) }

    public var isPhone: Bool { gateway == "_phone" }
}
