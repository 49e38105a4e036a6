/// Eddystone-EID: an identifier that changes, known only to the resolver that the beacon was registered with.
public struct EddystoneEID: Hashable, Sendable {
    /// dBm at 0 m.
    public var txPower: Int8
    public var identifier: UInt64

    public init(txPower: Int8, identifier: UInt64) {
        self.txPower = txPower
        self.identifier = identifier
    }
}

extension EddystoneEID {
    static let length = 12

    init(checked payload: Span<UInt8>) {
        txPower = Int8(bitPattern: payload[3])
        identifier = payload.bigEndian(at: 4, as: UInt64.self)
    }

    var payload: [UInt8] {
        var frame = [Eddystone.eidType, UInt8(bitPattern: txPower)]
        frame.append(bigEndian: identifier, bytes: 8)
        return Eddystone.serviceData(frame)
    }
}
