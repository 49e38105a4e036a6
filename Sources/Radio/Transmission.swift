public import Beacons

/// One advertisement, as a receiver hears it.
public struct Transmission: Hashable, Sendable {
    /// Since the simulation's start.
    public let microseconds: Int64
    /// A resolvable private one, new for each visit.
    public let address: BluetoothAddress
    /// The AD structures.
    public let data: [UInt8]
    /// dBm.
    public let rssi: Int8
}
