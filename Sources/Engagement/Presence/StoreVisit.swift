public import Beacons

/// One stay of a shopper in a store, over all its gateways: what must survive a restart.
public struct StoreVisit: Hashable, Sendable {
    public let beacon: BeaconIdentity
    /// Names the key that made `beacon` a pseudonym, by a gateway's word.
    public var keyID: String?
    /// The id of the gateway's visit that opened it: unique, and the same when its event is handled again.
    public let id: String
    /// When they were first seen, Unix milliseconds.
    public let since: Int64
    /// When they were last known to be there, Unix milliseconds.
    public var lastPresent: Int64
    /// The zone that the world was last told of; `nil`: the store itself.
    public var zone: String?
    /// In it since then, Unix milliseconds.
    public var zoneSince: Int64

    public init(
        beacon: BeaconIdentity, keyID: String? = nil, id: String, since: Int64, lastPresent: Int64,
        zone: String? = nil, zoneSince: Int64? = nil
    ) {
        self.beacon = beacon
        self.keyID = keyID
        self.id = id
        self.since = since
        self.lastPresent = lastPresent
        self.zone = zone
        self.zoneSince = zoneSince ?? since
    }
}
