public import Beacons

/// An open visit with all that it needs to go on after a restart, or under another configuration.
public struct SavedVisit: Hashable, Sendable {
    public var region: Int
    public var beacon: BeaconIdentity
    /// The number of the visit at this gateway.
    public var visit: UInt64
    /// Events of it told so far.
    public var events: UInt32
    /// How many of the region's dwell thresholds have been told.
    public var dwellsTold: UInt8
    public var sightings: UInt32
    public var firstSeen: Instant
    public var lastSeen: Instant
    /// The filtered level in dBm, offsets subtracted.
    public var level: Double?
    /// dBm at 1 m as the frame says.
    public var measuredPower: Int8?

    public init(
        region: Int, beacon: BeaconIdentity, visit: UInt64, events: UInt32, dwellsTold: UInt8, sightings: UInt32,
        firstSeen: Instant, lastSeen: Instant, level: Double?, measuredPower: Int8?
    ) {
        self.region = region
        self.beacon = beacon
        self.visit = visit
        self.events = events
        self.dwellsTold = dwellsTold
        self.sightings = sightings
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.level = level
        self.measuredPower = measuredPower
    }
}

/// What a restarted gateway knows of the run before it.
public struct SavedPresence: Hashable, Sendable {
    public var visits: [SavedVisit] = []
    /// The number of the last visit that was begun; none is used twice.
    public var lastVisit: UInt64 = 0
    /// When that run was last known to be alive.
    public var savedAt: Instant
    /// Until when it may have gone on hearing without its being kept; `nil`: it stopped cleanly.
    public var aliveUntil: Instant?

    public init(savedAt: Instant) { self.savedAt = savedAt }
}

/// What was known of a visit when the gateway came back.
struct RestoredVisit {
    /// Microseconds.
    let lastSeen: Int64
    let uncertainty: Duration?
}
