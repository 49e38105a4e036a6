public import Beacons

/// An advertisement decoded to an identity.
public struct Sighting: Hashable, Sendable {
    public var beacon: BeaconIdentity
    /// Who sent it; only tells copies of one frame apart from new ones.
    public var address: BluetoothAddress
    /// dBm as the controller said; `nil` where it could not.
    public var rssi: Int8?
    /// dBm at 1 m as the frame says (Eddystone: TX power at 0 m less 41 dB), unchecked.
    public var measuredPower: Int8?
    /// When it was received.
    public var at: Instant

    public init(beacon: BeaconIdentity, address: BluetoothAddress, rssi: Int8?, measuredPower: Int8?, at: Instant) {
        self.beacon = beacon
        self.address = address
        self.rssi = rssi
        self.measuredPower = measuredPower
        self.at = at
    }
}
