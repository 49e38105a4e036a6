import Beacons

/// What a controller sends on the air of its own: the legacy advertiser, or one extended set.
struct Advertiser: Sendable {
    /// The PDU, by what extended reports call it.
    var properties: UInt16
    /// Microseconds between two advertisements.
    var interval: Int64
    var usesRandomAddress: Bool
    var randomAddress: BluetoothAddress?
    /// Advertising set identifier; a legacy PDU has none.
    var setIdentifier: UInt8?
    var data: [UInt8] = []
    /// When the next advertisement is due; `nil` while disabled.
    var next: Int64?

    /// Legacy, with the parameters of LE Set Advertising Parameters; `nil` where they are invalid.
    init?(legacy parameters: [UInt8]) {
        guard parameters.count == 15, let type = EventProperties(legacyType: parameters[4]) else { return nil }
        let interval = parameters.littleEndian16(at: 0)
        guard (0x0020...0x4000).contains(interval), interval <= parameters.littleEndian16(at: 2) else { return nil }
        properties = type.rawValue
        self.interval = Int64(interval) * Self.unit
        usesRandomAddress = parameters[5] & 1 == 1
    }

    /// A set, with the parameters of LE Set Extended Advertising Parameters; `nil` where they are invalid.
    init?(extended parameters: [UInt8]) {
        guard parameters.count == 25 else { return nil }
        properties = parameters.littleEndian16(at: 1)
        let interval = Int64(parameters.littleEndian16(at: 3)) | Int64(parameters[5]) << 16
        let longest = Int64(parameters.littleEndian16(at: 6)) | Int64(parameters[8]) << 16
        guard interval >= 0x20, interval <= longest else { return nil }
        self.interval = interval * Self.unit
        usesRandomAddress = parameters[10] & 1 == 1
        setIdentifier = properties & EventProperties.legacy.rawValue == 0 ? parameters[23] : nil
    }

    /// Microseconds in a unit of an interval.
    private static let unit: Int64 = 625

    /// What is due until `now`, in order of time.
    mutating func transmissions(until now: Int64, publicAddress: BluetoothAddress) -> [Transmission] {
        var transmissions: [Transmission] = []
        while let at = next, at <= now {
            transmissions.append(
                Transmission(
                    at: at, properties: properties, addressType: usesRandomAddress ? 1 : 0,
                    address: usesRandomAddress ? randomAddress ?? BluetoothAddress(0) : publicAddress,
                    setIdentifier: setIdentifier, data: data))
            next = at + interval
        }
        return transmissions
    }
}
