/// A beacon as the hot path knows it.
public struct IdentifiedBeacon: Hashable, Sendable {
    public let identity: BeaconIdentity
    /// dBm at 1 m as the frame says, unchecked; Eddystone's power at 0 m is already less 41 dB.
    public let measuredPower: Int8

    public init(identity: BeaconIdentity, measuredPower: Int8) {
        self.identity = identity
        self.measuredPower = measuredPower
    }
}
