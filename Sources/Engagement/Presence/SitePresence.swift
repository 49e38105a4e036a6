public import Beacons
public import Messages

/// Who is in one store, in which zone, and for how long: what all its gateways say, merged.
///
/// A function of what it is told and of Unix milliseconds handed in. A gateway that falls silent is aged out; only
/// its own word ends a visit there, and a store visit ends after 30 minutes without presence anywhere.
public struct SitePresence {
    /// Times in milliseconds, levels in dB.
    enum Constants {
        /// A store visit ends after so long without presence (consumer.md).
        static let visitEnd: Int64 = 30 * 60_000
        /// Longer gaps reset the dwell (consumer.md).
        static let gap: Int64 = 60_000
        /// Gateways tell each presence again every 60 s; two and a half of that, and it counts no more.
        static let silence: Int64 = 150_000
        /// How long a gateway that went away still counts: a Wi-Fi blink on MQTT 3.1.1, which has no will delay.
        static let grace: Int64 = 30_000
        /// A live presence message older than this resumes nothing.
        static let live: Int64 = 60_000
        /// A challenger must be heard so much better, for so long.
        static let margin = 4.0
        static let hold: Int64 = 1000
        /// The most store visits; three of the floods that a gateway lets through (50/s for 30 min).
        static let shoppers = 270_000
        /// The most gateways and regions that hear one shopper.
        static let links = 64
        /// The most gateways whose status is kept.
        static let gateways = 1024
    }

    private struct Area {
        /// `nil`: the store.
        let zone: String?
        /// Milliseconds of dwell that make an opportunity.
        let required: Int64
    }

    private struct Gateway {
        var state: Status.State
        /// Its word counts until then.
        var until: Int64
    }

    private let areas: [Area]
    private let areaBySource: [ZoneConfiguration.Source: Int]
    private let storeRegions: Set<String>
    private var shoppers: [BeaconIdentity: Shopper] = [:]
    private var gateways: [String: Gateway] = [:]
    private var deadlines = DeadlineQueue<BeaconIdentity>()
    private var opportunities: [Opportunity] = []
    private var changed: Set<BeaconIdentity> = []
    /// Shoppers turned away because the table was full.
    public private(set) var refused = 0

    /// - Parameter storeRegions: regions of role `store`, which count for the store only, even where a zone names
    ///   their whole gateway.
    public init(_ site: SiteConfiguration, _ rules: RuleConfiguration, storeRegions: Set<String> = []) {
        self.storeRegions = storeRegions
        let store = Area(zone: nil, required: rules.storeDwell.inMilliseconds)
        let zones = site.zones.map { Area(zone: $0.name, required: rules.dwell.inMilliseconds) }
        areas = zones.isEmpty ? [store] : zones
        areaBySource = Dictionary(
            site.zones.enumerated().flatMap { index, zone in zone.gateways.map { ($0, index) } }
        ) { first, _ in first }
    }

    /// Takes a store visit of before a restart. It counts as absence until a gateway speaks of it.
    public mutating func restore(_ visit: StoreVisit) {
        guard shoppers[visit.beacon] == nil, shoppers.count < Constants.shoppers else { return }
        var shopper = Shopper(visit)
        schedule(&shopper, at: visit.lastPresent)
        shoppers[visit.beacon] = shopper
    }

    // MARK: - What gateways say

    /// A visit has begun at a gateway's region.
    /// - Parameters:
    ///   - start: from when its dwell counts.
    ///   - isFresh: rule 1 let the event pass; else the visit is known, and counts for nothing.
    public mutating func entered(
        _ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source, visit: String, level: Double?, start: Int64,
        heard: Int64, isFresh: Bool, at now: Int64
    ) {
        let trigger: Opportunity.Trigger? = isFresh ? .dwell : nil
        update(beacon, source, visit, level, start: start, heard: heard, trigger: trigger, at: now)
    }

    /// A visit goes on at a gateway's region. A live message of a gateway that is online makes it count, also where
    /// the enter was too late to.
    public mutating func present(
        _ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source, visit: String, level: Double?, since: Int64,
        heard: Int64, isLive: Bool, at now: Int64
    ) {
        let isRecent = now - heard < Constants.live && heard - now <= Arrival.mostAhead
        let isResuming = isLive && isRecent && gateways[source.gateway]?.state == .online
        let trigger: Opportunity.Trigger? = isResuming ? .resumed : nil
        update(beacon, source, visit, level, start: since, heard: heard, trigger: trigger, at: now)
    }

    /// A visit has ended at a gateway's region; others than the one that we know of do not matter.
    public mutating func left(
        _ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source, visit: String, heard: Int64, at now: Int64
    ) {
        guard var shopper = shoppers[beacon],
            let index = shopper.links.firstIndex(where: { $0.source == source && $0.visit == visit })
        else { return }
        shopper.links.remove(at: index)
        shopper.visit.lastPresent = max(shopper.visit.lastPresent, min(heard, now))
        changed.insert(beacon)
        settle(&shopper, at: now, leftAt: min(heard, now))
    }

    /// How strongly a gateway's region hears a shopper now. Says nothing of who is not a known visit there.
    public mutating func ranged(
        _ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source, level: Double?, heard: Int64, at now: Int64
    ) {
        guard var shopper = shoppers[beacon],
            let index = shopper.links.firstIndex(where: { $0.source == source })
        else { return }
        shopper.links[index].level = level ?? shopper.links[index].level
        shopper.links[index].heard = max(shopper.links[index].heard, min(heard, now))
        shopper.visit.lastPresent = max(shopper.visit.lastPresent, min(heard, now))
        settle(&shopper, at: now, heardBy: source)
    }

    /// What a gateway says of itself. Away, lost or degraded it is aged out, and nobody has left.
    public mutating func status(_ gateway: String, _ state: Status.State, at now: Int64) {
        guard gateways[gateway] != nil || gateways.count < Constants.gateways else { return }
        let until = state == .online ? .max : min(gateways[gateway]?.until ?? .max, now + Constants.grace)
        gateways[gateway] = Gateway(state: state, until: until)
        // Those it hears are looked at again when its word ends, which they could not know of.
        for shopper in shoppers.values where shopper.links.contains(where: { $0.source.gateway == gateway }) {
            var shopper = shopper
            settle(&shopper, at: now)
        }
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

    /// The store visits to keep for after a restart, and the beacons of those that have ended, since the last call.
    public mutating func takeChanges() -> (visits: [StoreVisit], ended: [BeaconIdentity]) {
        defer { changed.removeAll(keepingCapacity: true) }
        return (changed.compactMap { shoppers[$0]?.visit }, changed.filter { shoppers[$0] == nil })
    }

    /// Takes back what could not be kept, to be taken again.
    public mutating func putBack(
        _ opportunities: [Opportunity], _ changes: (visits: [StoreVisit], ended: [BeaconIdentity])
    ) {
        self.opportunities = opportunities + self.opportunities
        changed.formUnion(changes.visits.map(\.beacon) + changes.ended)
    }

    /// Drops a shopper who was erased, with all that would follow.
    public mutating func forget(_ beacon: BeaconIdentity) {
        shoppers[beacon] = nil
        changed.remove(beacon)
        opportunities.removeAll { $0.beacon == beacon }
    }

    /// Whether the shopper is still in the store visit of that id.
    public func standing(of beacon: BeaconIdentity, visit: String) -> Standing {
        guard let shopper = shoppers[beacon], shopper.visit.id == visit else { return .closed }
        return shopper.absentSince.map { .absent(since: $0) } ?? .present
    }

    // MARK: -

    private mutating func update(
        _ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source, _ visit: String, _ level: Double?, start: Int64,
        heard: Int64, trigger: Opportunity.Trigger?, at now: Int64
    ) {
        let (heard, start) = (min(heard, now), min(start, now))
        // Counted until they were last heard: a word that comes late, or by a slow clock, knows nothing of after that.
        let since = now - max(heard - start, 0)
        // A rumour of long ago begins no store visit.
        guard shoppers[beacon] != nil || now - heard < Constants.visitEnd else { return }
        guard shoppers[beacon] != nil || shoppers.count < Constants.shoppers else {
            refused += 1
            return
        }
        var shopper =
            shoppers[beacon] ?? Shopper(StoreVisit(beacon: beacon, id: visit, since: start, lastPresent: heard))
        let index = shopper.links.firstIndex { $0.source == source }
        guard index != nil || shopper.links.count < Constants.links else { return }
        var link = index.map { shopper.links[$0] } ?? Shopper.Link(source: source, visit: visit, heard: heard)
        // A rumour of another visit, from a back-log say, is older than what counts.
        if link.visit != visit, link.trigger != nil, trigger == nil { return }
        if link.visit != visit { link = Shopper.Link(source: source, visit: visit, heard: heard) }
        link.level = level ?? link.level
        link.heard = max(link.heard, heard)
        link.trigger = link.trigger ?? trigger
        if let index { shopper.links[index] = link } else { shopper.links.append(link) }
        shopper.visit.lastPresent = max(shopper.visit.lastPresent, heard)
        changed.insert(beacon)
        settle(&shopper, at: now, start: since, heardBy: source)
    }

    /// Brings one shopper up to `now`: the visit's end, the area, the dwell and what follows from it.
    ///
    /// - Parameters:
    ///   - start: from when a stay that begins now counts.
    ///   - leftAt: until when one that ends now counts.
    ///   - source: who has just told a level; a challenger wins by its own word, not by time alone.
    private mutating func settle(
        _ shopper: inout Shopper, at now: Int64, start: Int64? = nil, leftAt: Int64? = nil,
        heardBy source: ZoneConfiguration.Source? = nil
    ) {
        let counted = shopper.links.filter { countsUntil($0) > now }
        shopper.absentSince = counted.isEmpty ? shopper.absentSince ?? now : nil
        let area = arbitrate(&shopper, counted, heardBy: source.flatMap(self.area), at: now)
        let trigger = counted.first { self.area(of: $0.source) == area }?.trigger ?? .dwell
        let end = leftAt ?? (counted.isEmpty ? shopper.visit.lastPresent : now)
        shopper.move(to: area, trigger: trigger, from: shopper.area == nil ? start ?? now : now, leftAt: end)
        decide(&shopper, at: now)
        if counted.isEmpty, now - shopper.visit.lastPresent >= Constants.visitEnd {
            shoppers[shopper.visit.beacon] = nil
            changed.insert(shopper.visit.beacon)
        } else {
            schedule(&shopper, at: now)
            shoppers[shopper.visit.beacon] = shopper
        }
    }

    /// The area that hears the shopper best; another takes over after being better by a margin for a hold.
    private func arbitrate(
        _ shopper: inout Shopper, _ counted: [Shopper.Link], heardBy teller: Int?, at now: Int64
    ) -> Int? {
        var levels: [Int: Double] = [:]
        for link in counted {
            guard let area = area(of: link.source) else { continue }
            levels[area] = max(levels[area] ?? -.infinity, link.level ?? -128)
        }
        // The lower index wins a tie, so that equal input gives equal output.
        let best = levels.max { ($0.value, $1.key) < ($1.value, $0.key) }
        guard let current = shopper.area, let level = levels[current], let best else { return best?.key }
        guard best.key != current, best.value >= level + Constants.margin else {
            shopper.challenger = nil
            return current
        }
        guard best.key == teller else { return current }
        let since = shopper.challenger.flatMap { $0.area == best.key ? $0.since : nil } ?? now
        shopper.challenger = (best.key, since)
        return now - since >= Constants.hold ? best.key : current
    }

    /// Dwell reached: an opportunity, once an area. Away for longer than a gap: the last one, and a fresh start.
    private mutating func decide(_ shopper: inout Shopper, at now: Int64) {
        for index in shopper.dwells.indices.reversed() where !shopper.dwells[index].isDecided {
            let dwell = shopper.dwells[index]
            let area = areas[dwell.area]
            let isReached = dwell.since != nil && dwell.total(at: now) >= area.required
            let isOver = dwell.since == nil && now - dwell.leftAt >= Constants.gap
            guard isReached || isOver else { continue }
            opportunities.append(
                Opportunity(
                    beacon: shopper.visit.beacon, visit: shopper.visit.id, zone: area.zone, trigger: dwell.trigger,
                    dwell: dwell.total(at: now), required: area.required))
            if isReached { shopper.dwells[index].isDecided = true } else { shopper.dwells.remove(at: index) }
        }
    }

    private mutating func schedule(_ shopper: inout Shopper, at now: Int64) {
        var next = shopper.visit.lastPresent + Constants.visitEnd
        for link in shopper.links where countsUntil(link) > now { next = min(next, countsUntil(link)) }
        for dwell in shopper.dwells where !dwell.isDecided {
            let reached = dwell.since.map { $0 + areas[dwell.area].required - dwell.sum }
            next = min(next, reached ?? dwell.leftAt + Constants.gap)
        }
        // Nothing can be due already: what was has just been settled.
        next = max(next, now + 1)
        guard next < shopper.queued else { return }
        shopper.queued = next
        deadlines.add(shopper.visit.beacon, at: next)
    }

    private func countsUntil(_ link: Shopper.Link) -> Int64 {
        guard link.trigger != nil else { return .min }
        // Degraded it may hear all the same: what it has just told counts for the grace.
        let word = max(gateways[link.source.gateway]?.until ?? .max, link.heard + Constants.grace)
        return min(link.heard + Constants.silence, word)
    }

    private func area(of source: ZoneConfiguration.Source) -> Int? {
        if areaBySource.isEmpty { return 0 }
        if let area = areaBySource[source] { return area }
        guard let region = source.region, !storeRegions.contains(region) else { return nil }
        return areaBySource[ZoneConfiguration.Source(gateway: source.gateway)]
    }
}
