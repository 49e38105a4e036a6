public import Beacons

/// From sightings and the passing of time to visits and events.
///
/// A value without clock or I/O: the caller hands in instants, and takes what there is to say. Not thread-safe; one
/// owner. Inside, instants are microseconds as `Int64`, kept so far from its limits that no sum overflows.
public struct PresenceEngine: ~Copyable {
    /// What the bounds have cost.
    public internal(set) var counters = PresenceCounters()
    /// Whether some adapter is scanning.
    public internal(set) var isHearing: Bool
    /// Visits open.
    public internal(set) var visitCount = 0

    let index: RegionIndex
    let rules: ContiguousArray<RegionRules>
    /// For each region: times in it to tell, in microseconds, ascending.
    let dwells: [[Int64]]
    let distance: Distance
    /// Microseconds; `nil`: never.
    let ranging: Int64?
    /// Microseconds between two reports of a pair's sightings; `nil`: none.
    let forwarding: Int64?
    let refresh: Int64
    let entersPerSecond: Int

    var table: PairTable
    var memory = RhythmMemory()
    var timers: Timers
    var occupancies: ContiguousArray<Occupancy>
    /// Pairs not confirmed yet, oldest first.
    var arrivals = PairList()
    /// The visits that have been unseen for longest, as found when last asked; the longest last.
    var evictees: [(pair: Int, visit: UInt64, lastSeen: Int64)] = []
    /// When something is due in some region: settling, ranging, scanner lost.
    var regionDeadline = Timers.never
    var now: Int64
    /// Since when some adapter has been scanning, or none.
    var hearingSince: Int64
    var lastVisit: UInt64 = 0
    /// Of visits that a restart restored, by their numbers, what was known then.
    var restored: [UInt64: RestoredVisit] = [:]
    var outputs: [PresenceOutput] = []

    /// An engine that knows nobody yet.
    ///
    /// - Parameters:
    ///   - configuration: at most 65,536 regions.
    ///   - hearing: whether an adapter is scanning already; without one every region is unknown (`scanner_down`).
    ///   - start: the present instant.
    public init(_ configuration: PresenceConfiguration, hearing: Bool = true, at start: Instant) {
        precondition(configuration.regions.count <= 1 << 16, "a pair's key holds 16 bits of region")
        let regions = configuration.regions
        index = RegionIndex(regions)
        rules = ContiguousArray(regions.map { RegionRules($0, gatewayOffset: configuration.rssiOffset) })
        dwells = regions.map { $0.notify.dwell.map { RegionRules.bounded($0) }.sorted() }
        distance = Distance(configuration)
        ranging = configuration.ranging.map { RegionRules.bounded($0, atLeast: .milliseconds(100)) }
        forwarding =
            switch configuration.sightings {
            case .off: nil
            case .all: 0
            case .every(let interval): RegionRules.bounded(interval)
            }
        refresh = RegionRules.bounded(configuration.refresh, atLeast: .seconds(1))
        entersPerSecond = max(configuration.limits.entersPerSecond, 1)
        table = PairTable(
            capacity: min(max(configuration.limits.pairs, 1), 1 << 30),
            confirmations: rules.lazy.map(\.confirmations).max() ?? 1,
            tracksTaps: rules.contains { $0.tap != nil }, tallies: forwarding != nil)
        now = PresenceEngine.microseconds(start)
        hearingSince = now
        timers = Timers(from: now)
        isHearing = hearing
        occupancies = ContiguousArray(rules.map { [now] _ in Occupancy(since: now) })
        if hearing { startSettling() } else { startDeafness() }
    }

    /// Takes in one sighting, after all deadlines that lie before it. What is older than the engine's present counts
    /// as heard now: time never goes back. A beacon that lies in no region, or in one of staff or sent from an address of
    /// theirs, changes nothing.
    ///
    /// - Parameter admits: whether a beacon may be known; asked when it is heard for the first time, and of one that may
    ///   not each time.
    /// - Returns: whether it said something new: it lies in a region, and is no weaker copy of the frame before.
    @discardableResult
    public mutating func sight(_ sighting: Sighting, admits: (BeaconIdentity) -> Bool = { _ in true }) -> Bool {
        var candidates = index.candidates(sighting.beacon)
        guard var found = index.next(sighting.beacon, in: &candidates), !found.isStaff else { return false }
        guard !index.isStaff(sighting.address) else { return false }
        let instant = PresenceEngine.microseconds(sighting.at)
        if instant > now {
            fire(upTo: instant &- 1)
            now = instant
        }
        let heard = Heard(sighting, at: now)
        var isNews = false
        while true {
            let key = PairKey(sighting.beacon, region: found.region)
            if see(heard, key, admitted: { admits(sighting.beacon) }) { isNews = true }
            guard let another = index.next(sighting.beacon, in: &candidates) else { return isNews }
            found = another
        }
    }

    /// Fires every deadline up to and including `instant`, in time order. Call it when what was received before
    /// `instant` has been sighted.
    public mutating func advance(to instant: Instant) {
        let instant = PresenceEngine.microseconds(instant)
        guard instant >= now else { return }
        fire(upTo: instant)
        now = instant
    }

    /// No deadline lies before this instant; at it there may turn out to be nothing to do. `nil`: the passing of time
    /// alone changes nothing.
    public var nextDeadline: Instant? {
        let next = soonest
        return next == Timers.never ? nil : Instant(microseconds: max(next, now))
    }

    /// What there was to say since the last call, in order.
    public mutating func takeOutputs() -> [PresenceOutput] {
        guard !outputs.isEmpty else { return [] }
        var taken: [PresenceOutput] = []
        swap(&taken, &outputs)
        return taken
    }

    /// Arrivals and visits kept.
    public var pairCount: Int { table.count }

    /// Whether some region names addresses, so that each advertisement is to be sighted as its address, too.
    public var watchesAddresses: Bool { index.watchesAddresses }

    /// An instant as the engine keeps it: within 73,000 years of 0.
    static func microseconds(_ instant: Instant) -> Int64 { min(max(instant.microseconds, -1 << 61), 1 << 61) }
}
