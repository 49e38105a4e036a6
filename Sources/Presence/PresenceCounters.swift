/// What the bounds of `PresenceConfiguration.Limits` have cost since the start.
public struct PresenceCounters: Hashable, Sendable {
    /// Arrivals forgotten because the table was full.
    public var evictedArrivals: UInt64 = 0
    /// Visits ended because the table was full.
    public var evictedVisits: UInt64 = 0
    /// Sightings that would have confirmed an arrival above `entersPerSecond`.
    public var throttledEnters: UInt64 = 0
}
