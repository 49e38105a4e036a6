public import Beacons

/// A gateway is to forget a beacon.
public struct Forget: Hashable, Sendable {
    /// Random.
    public let id: String
    /// As events name their source: `site/gateway`.
    public let gateway: String
    public let beacon: BeaconIdentity
}
