public import Beacons

/// What follows from what a site's gateways said, to be kept and told.
public struct SiteChanges: Hashable, Sendable {
    /// A region of a gateway that will say nothing more of a beacon.
    public struct Silence: Hashable, Sendable {
        public let source: ZoneConfiguration.Source
        public let beacon: BeaconIdentity
    }

    /// In order.
    public var movements: [Movement] = []
    /// Visits that have ended; to be deleted before `visits` are kept, since a shopper may have come back.
    public var ended: [StoreVisit] = []
    /// Visits that go on, as they are now.
    public var visits: [StoreVisit] = []
    /// Whose retained presence is to be cleared.
    public var silences: [Silence] = []
}
