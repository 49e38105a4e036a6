public import Beacons

/// One stay of a shopper in a store, over all its gateways: what must survive a restart.
public struct StoreVisit: Hashable, Sendable {
    public let beacon: BeaconIdentity
    /// The id of the gateway's visit that opened it: unique, and the same when its event is handled again.
    public let id: String
    /// When they were first seen, Unix milliseconds.
    public let since: Int64
    /// When they were last known to be there, Unix milliseconds.
    public var lastPresent: Int64

    public init(beacon: BeaconIdentity, id: String, since: Int64, lastPresent: Int64) {
        self.beacon = beacon
        self.id = id
        self.since = since
        self.lastPresent = lastPresent
    }
}

/// The moment to decide about a shopper: they have dwelled long enough, or left before.
public struct Opportunity: Hashable, Sendable {
    public enum Trigger: String, Sendable, CaseIterable {
        /// An enter event, and then time in the zone.
        case dwell
        /// A live presence message of a visit whose enter came too late.
        case resumed
    }

    public var beacon: BeaconIdentity
    public var visit: String
    /// `nil`: the store, which has no zones.
    public var zone: String?
    public var trigger: Trigger
    /// Time in the zone within this store visit, milliseconds.
    public var dwell: Int64
    /// What the rules ask for, milliseconds.
    public var required: Int64

    public init(
        beacon: BeaconIdentity, visit: String, zone: String?, trigger: Trigger, dwell: Int64, required: Int64
    ) {
        self.beacon = beacon
        self.visit = visit
        self.zone = zone
        self.trigger = trigger
        self.dwell = dwell
        self.required = required
    }
}

/// Whether a shopper is still there.
public enum Standing: Hashable, Sendable {
    case present
    /// No gateway has had them since then, Unix milliseconds.
    case absent(since: Int64)
    /// The store visit has ended.
    case closed
}

/// What a gateway says of itself on its status topic.
public enum GatewayState: String, Sendable, CaseIterable {
    case online, degraded, offline, lost
}
