public import Beacons

/// What the engine has to say. Regions are indices into the configuration's list.
public enum PresenceOutput: Hashable, Sendable {
    case event(PresenceEvent)
    /// The state of a pair: at enter, when its proximity changes, every `refresh` while present, at exit.
    case presence(PresenceState)
    /// The occupancy of a region, when it changes.
    case region(RegionState)
    /// Who is in a region, strongest first; one empty list when it empties.
    case ranging(region: Int, at: Instant, [RangedBeacon])
    /// Forwarded sightings of a visit.
    case sightings(SightingReport)
}

/// Something that happened in a visit.
public struct PresenceEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case enter(EnterReason)
        case exit(ExitReason)
        /// The visit has lasted this long.
        case dwell(threshold: Duration)
        case proximity(from: Proximity, to: Proximity)
        /// A phone was held to the receiver, for this long when it was known.
        case tap(hold: Duration)
    }

    public enum EnterReason: String, Sendable, CaseIterable {
        case arrived
        /// Heard before one settling period of listening had passed.
        case presentAtStart = "present_at_start"
        /// Heard before one settling period had passed after the adapter came back.
        case adapterBack = "adapter_back"
    }

    public enum ExitReason: String, Sendable, CaseIterable {
        /// Nothing heard for `exit.after`.
        case timeout
        /// Too weak for `exit.below_for`.
        case rssi
        /// The gateway was deaf for `exit.scanner_lost`.
        case scannerLost = "scanner_lost"
        /// The table was full.
        case evicted
        /// Not heard again after a restart; or the gateway was down for longer than `restore.max_age`.
        case expiredWhileDown = "expired_while_down"
        /// The configuration no longer has the region, or the beacon no longer lies in it.
        case regionRemoved = "region_removed"
    }

    public var kind: Kind
    public var region: Int
    public var beacon: BeaconIdentity
    /// The number of the visit at this gateway, from 1.
    public var visit: UInt64
    /// The number of the event in its visit, from 1.
    public var number: UInt32
    /// When it was known.
    public var at: Instant
    public var reading: Reading
    /// Sightings of the visit so far.
    public var sightings: UInt32
    public var firstSeen: Instant
    public var lastSeen: Instant
    /// How much later the last sighting may have been: the gateway was down in between. `nil`: it is exact.
    public var lastSeenUncertainty: Duration?

    public init(
        kind: Kind, region: Int, beacon: BeaconIdentity, visit: UInt64, number: UInt32, at: Instant, reading: Reading,
        sightings: UInt32, firstSeen: Instant, lastSeen: Instant, lastSeenUncertainty: Duration? = nil
    ) {
        self.kind = kind
        self.region = region
        self.beacon = beacon
        self.visit = visit
        self.number = number
        self.at = at
        self.reading = reading
        self.sightings = sightings
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.lastSeenUncertainty = lastSeenUncertainty
    }
}

/// How strong and how near.
public struct Reading: Hashable, Sendable {
    /// The filtered level in dBm, offsets subtracted; `nil` before the first usable sample.
    public var level: Double?
    /// dBm at 1 m that the distance was computed with.
    public var measuredPower: Int8
    /// Metres, at most 100; never NaN or infinite.
    public var distance: Double?
    public var proximity: Proximity

    public init(level: Double?, measuredPower: Int8, distance: Double?, proximity: Proximity) {
        self.level = level
        self.measuredPower = measuredPower
        self.distance = distance
        self.proximity = proximity
    }
}

/// As CLProximity.
public enum Proximity: String, Sendable, CaseIterable {
    case immediate, near, far, unknown
}

/// The state of a pair, as its retained message gives it.
public struct PresenceState: Hashable, Sendable {
    public var region: Int
    public var beacon: BeaconIdentity
    public var visit: UInt64
    /// When the visit's first sighting was.
    public var since: Instant
    public var lastSeen: Instant
    public var reading: Reading
    /// The silence that would end the visit now.
    public var exitAfter: Duration
    /// Between two sightings, as far as known.
    public var interval: Duration
    /// Why the visit ended; `nil` while present.
    public var exit: PresenceEvent.ExitReason?
    public var at: Instant

    public init(
        region: Int, beacon: BeaconIdentity, visit: UInt64, since: Instant, lastSeen: Instant, reading: Reading,
        exitAfter: Duration, interval: Duration, exit: PresenceEvent.ExitReason?, at: Instant
    ) {
        self.region = region
        self.beacon = beacon
        self.visit = visit
        self.since = since
        self.lastSeen = lastSeen
        self.reading = reading
        self.exitAfter = exitAfter
        self.interval = interval
        self.exit = exit
        self.at = at
    }
}

/// Whether anyone is in a region.
public struct RegionState: Hashable, Sendable {
    public enum State: String, Sendable, CaseIterable {
        case inside, outside, unknown
    }

    public enum UnknownReason: String, Sendable, CaseIterable {
        /// One settling period of listening has not passed yet.
        case settling
        /// No adapter is scanning.
        case scannerDown = "scanner_down"
    }

    public var region: Int
    public var state: State
    public var count: Int
    public var since: Instant
    /// Why the state is unknown.
    public var reason: UnknownReason?

    public init(region: Int, state: State, count: Int, since: Instant, reason: UnknownReason?) {
        self.region = region
        self.state = state
        self.count = count
        self.since = since
        self.reason = reason
    }
}

/// One line of a ranging list.
public struct RangedBeacon: Hashable, Sendable {
    public var beacon: BeaconIdentity
    public var reading: Reading

    public init(beacon: BeaconIdentity, reading: Reading) {
        self.beacon = beacon
        self.reading = reading
    }
}
