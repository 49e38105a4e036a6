public import Beacons

/// The moment to decide about a shopper: they have dwelled long enough, or left before.
public struct Opportunity: Hashable, Sendable {
    public enum Trigger: String, Sendable, CaseIterable {
        /// An enter event, and then time in the zone.
        case dwell
        /// A live presence message of a visit whose enter came too late.
        case resumed
        /// The shopper held their phone to a reader: that counts as dwell.
        case tap
        /// The shopper's own phone heard the place.
        case phone
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
