/// What the engine keeps for each region. Instants are microseconds.
struct Occupancy {
    var state = RegionState.State.unknown
    var reason: RegionState.UnknownReason?
    /// Since when the state has been what it is.
    var since: Int64
    /// Visits open.
    var count = 0
    /// The pairs of those visits.
    var visits = PairList()

    /// When one settling period of listening will have passed.
    var settlesAt = Timers.never
    /// Whether one ever had.
    var hasSettled = false
    /// When the list of beacons is due.
    var rangesAt = Timers.never
    /// When deafness ends the visits.
    var lostAt = Timers.never

    /// The second in which enters are being counted, and how many there were.
    var entersSince = Int64.min
    var enters = 0
    /// Until when the bound counts as hit.
    private var floodedUntil = Int64.min

    /// Microseconds: as long as an arrival has by default.
    private static let floodMemory: Int64 = 10_000_000

    func isFlooded(at instant: Int64) -> Bool { instant < floodedUntil }

    /// The first of the region's own deadlines.
    var deadline: Int64 { min(settlesAt, rangesAt, lostAt) }

    init(since start: Int64) { since = start }

    /// Whether one more enter is within the bound, which it then counts towards.
    mutating func admitsEnter(at instant: Int64, perSecond limit: Int) -> Bool {
        if entersSince == .min || instant - entersSince >= 1_000_000 {
            entersSince = instant
            enters = 0
        }
        guard enters < limit else {
            floodedUntil = instant + Occupancy.floodMemory
            return false
        }
        enters += 1
        return true
    }
}
