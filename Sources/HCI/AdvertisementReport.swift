public import Beacons

/// One report of a controller, without its data, which is handed over beside it as a span.
///
/// Core Specification, Vol 4, Part E, sections 7.7.65.2 (legacy), 7.7.65.11 (directed) and 7.7.65.13 (extended).
public struct AdvertisementReport: Hashable, Sendable {
    /// The PDU that the advertiser sent.
    public enum Kind: UInt8, Sendable {
        case connectable, directed, scannable, nonConnectable, scanResponse, extended
    }

    public enum PHY: UInt8, Sendable {
        case none = 0
        case le1M = 1
        case le2M = 2
        case coded = 3
    }

    public var kind: Kind
    /// As reported: 0 public, 1 random, 2 public identity, 3 random identity, 0xFF anonymous.
    public var addressType: UInt8
    public var address: BluetoothAddress
    public var primaryPHY: PHY
    public var secondaryPHY: PHY
    /// Advertising set identifier, where the report has one.
    public var advertisingSID: UInt8?
    /// dBm, where the report has it.
    public var txPower: Int8?
    /// dBm, −127…20; `nil` where the controller says 127 or what no controller may say.
    public var rssi: Int8?
    /// The controller could not give all the data.
    public var isTruncated: Bool

    public init(
        kind: Kind, addressType: UInt8, address: BluetoothAddress, primaryPHY: PHY = .le1M, secondaryPHY: PHY = .none,
        advertisingSID: UInt8? = nil, txPower: Int8? = nil, rssi: Int8?, isTruncated: Bool = false
    ) {
        self.kind = kind
        self.addressType = addressType
        self.address = address
        self.primaryPHY = primaryPHY
        self.secondaryPHY = secondaryPHY
        self.advertisingSID = advertisingSID
        self.txPower = txPower
        self.rssi = rssi
        self.isTruncated = isTruncated
    }
}
