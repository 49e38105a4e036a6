/// The open beacon: manufacturer data of any company, `BE AC`, a 20-byte id, reference level, a reserved byte.
///
/// AltBeacon specification 1.0.
public struct AltBeacon: Hashable, Sendable {
    /// The manufacturer's company identifier.
    public var code: UInt16
    /// The first 16 bytes of the id, big-endian.
    public var idUpper: UInt128
    /// The last 4 bytes of the id.
    public var idLower: UInt32
    /// dBm at 1 m.
    public var measuredPower: Int8
    /// The manufacturer's own byte.
    public var reserved: UInt8

    public init(code: UInt16, idUpper: UInt128, idLower: UInt32, measuredPower: Int8, reserved: UInt8 = 0) {
        self.code = code
        self.idUpper = idUpper
        self.idLower = idLower
        self.measuredPower = measuredPower
        self.reserved = reserved
    }

    public var identity: BeaconIdentity { .altBeacon(code: code, idUpper: idUpper, idLower: idLower) }
}

extension AltBeacon {
    private static let beaconCode: UInt16 = 0xBEAC
    static let length = 26

    static func begins(_ payload: Span<UInt8>) -> Bool {
        payload.count > 3 && payload.bigEndian(at: 2, as: UInt16.self) == beaconCode
    }

    init(checked payload: Span<UInt8>) {
        code = payload.littleEndian16(at: 0)
        idUpper = payload.bigEndian(at: 4, as: UInt128.self)
        idLower = payload.bigEndian(at: 20, as: UInt32.self)
        measuredPower = Int8(bitPattern: payload[24])
        reserved = payload[25]
    }

    var payload: [UInt8] {
        var bytes = [UInt8(truncatingIfNeeded: code), UInt8(code >> 8)]
        bytes.append(bigEndian: Self.beaconCode, bytes: 2)
        bytes.append(bigEndian: idUpper, bytes: 16)
        bytes.append(bigEndian: idLower, bytes: 4)
        return bytes + [UInt8(bitPattern: measuredPower), reserved]
    }
}
