/// Eddystone-UID: a namespace and an instance.
public struct EddystoneUID: Hashable, Sendable {
    /// dBm at 0 m.
    public var txPower: Int8
    /// 10 bytes, in the low 80 bits.
    public var namespace: UInt128
    /// 6 bytes, in the low 48 bits.
    public var instance: UInt64

    public init(txPower: Int8, namespace: UInt128, instance: UInt64) {
        self.txPower = txPower
        self.namespace = namespace
        self.instance = instance
    }

    public var identity: BeaconIdentity { .eddystoneUID(namespace: namespace, instance: instance) }

    /// dBm at 1 m: 41 dB below the power at 0 m, as the specification says.
    public var measuredPower: Int8 { Int8(clamping: Int(txPower) - 41) }
}

extension EddystoneUID {
    /// With its two reserved bytes or, as many beacons send it, without.
    static let lengths = [20, 22]

    init(checked payload: Span<UInt8>) {
        txPower = Int8(bitPattern: payload[3])
        namespace =
            UInt128(payload.bigEndian(at: 4, as: UInt64.self)) << 16
            | UInt128(payload.bigEndian(at: 12, as: UInt16.self))
        instance =
            UInt64(payload.bigEndian(at: 14, as: UInt16.self)) << 32
            | UInt64(payload.bigEndian(at: 16, as: UInt32.self))
    }

    var payload: [UInt8] {
        var frame = [Eddystone.uidType, UInt8(bitPattern: txPower)]
        frame.append(bigEndian: namespace, bytes: 10)
        frame.append(bigEndian: instance, bytes: 6)
        return Eddystone.serviceData(frame + [0, 0])
    }
}
