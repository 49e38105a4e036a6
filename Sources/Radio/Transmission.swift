public import Beacons

/// One advertisement of the simulated shop, as the shelf's receiver hears it.
public struct Transmission: Hashable, Sendable {
    /// Microseconds since the simulation's start.
    public var microseconds: Int64
    public var address: BluetoothAddress
    /// The AD structures.
    public var data: [UInt8]
    /// dBm.
    public var rssi: Int8
}
