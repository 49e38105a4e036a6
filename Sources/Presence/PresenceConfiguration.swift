/// Everything that the presence engine is told about one gateway.
public struct PresenceConfiguration: Hashable, Sendable {
    /// Bounds against floods.
    public struct Limits: Hashable, Sendable {
        /// The most pairs kept.
        public var pairs = 100_000
        /// The most enters a second and region; above it arrivals stay arriving.
        public var entersPerSecond = 50

        public init() {}
    }

    /// Which sightings of visits are told.
    public enum Forwarding: Hashable, Sendable {
        case off, all
        /// At most one summary of each visit in this time.
        case every(Duration)
    }

    public var regions: [Region]
    /// dB, subtracted from every level (the antenna).
    public var rssiOffset = 0.0
    /// Path-loss exponent. 2.0 is free space; fits on the recordings gave 1.4–1.5.
    public var environment = 2.0
    /// Metres: nearer is *immediate* (CLProximity).
    public var immediateWithin = 0.5
    /// Metres: nearer is *near*, farther *far*.
    public var nearWithin = 3.0
    /// How often the list of a region that is not empty is told; `nil`: never.
    public var ranging: Duration? = .seconds(1)
    /// How often the state of a pair that is present is told again.
    public var refresh: Duration = .seconds(60)
    public var sightings = Forwarding.off
    public var limits = Limits()
    /// After a restart visits of a gateway that was down for longer end at once.
    public var restoreMaxAge: Duration = .seconds(15 * 60)

    public init(regions: [Region]) { self.regions = regions }
}
