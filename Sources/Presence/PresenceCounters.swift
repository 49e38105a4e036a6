/// What the bounds of `PresenceConfiguration.Limits` have cost since the start, and how well exits were timed.
public struct PresenceCounters: Hashable, Sendable {
    /// Arrivals forgotten because the table was full.
    public var evictedArrivals: UInt64 = 0
    /// Visits ended because the table was full.
    public var evictedVisits: UInt64 = 0
    /// Sightings that would have confirmed an arrival above `entersPerSecond`.
    public var throttledEnters: UInt64 = 0
    /// Exits by silence whose beacon was back within twice that silence: false ones, most likely. An hour of
    /// `presentSeconds` should have `exit.false_exit` of them; more where `exit.max` forbids.
    public var returns: UInt64 = 0
    /// Of all visits that have ended.
    public var presentSeconds: UInt64 = 0
}
