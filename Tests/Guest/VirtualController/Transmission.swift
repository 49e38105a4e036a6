public import Beacons

/// One advertisement on the air.
public struct Transmission: Hashable, Sendable {
    /// Monotonic microseconds.
    public var at: Int64
    /// The PDU, as event types of extended reports say it.
    var properties: UInt16
    var addressType: UInt8
    public var address: BluetoothAddress
    var setIdentifier: UInt8?
    public var data: [UInt8]
}
