/// Apple's beacon: manufacturer data `4C 00 02 15`, UUID, major, minor, measured power.
public struct IBeacon: Hashable, Sendable {
    public var uuid: BeaconUUID
    public var major: UInt16
    public var minor: UInt16
    /// dBm at 1 m.
    public var measuredPower: Int8

    public init(uuid: BeaconUUID, major: UInt16, minor: UInt16, measuredPower: Int8) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.measuredPower = measuredPower
    }

    public var identity: BeaconIdentity { .iBeacon(uuid: uuid, major: major, minor: minor) }
}

extension IBeacon {
    /// Apple's company identifier.
    private static let company: UInt16 = 0x004C
    private static let type: UInt8 = 0x02
    static let typeLength: UInt8 = 0x15
    /// At least: real tags append a battery byte, so the first 25 bytes count.
    static let length = 25

    static func begins(_ payload: Span<UInt8>) -> Bool {
        payload.count > 3 && payload.littleEndian16(at: 0) == company && payload[2] == type
    }

    init(checked payload: Span<UInt8>) {
        uuid = BeaconUUID(payload.bigEndian(at: 4, as: UInt128.self))
        major = payload.bigEndian(at: 20, as: UInt16.self)
        minor = payload.bigEndian(at: 22, as: UInt16.self)
        measuredPower = Int8(bitPattern: payload[24])
    }

    var payload: [UInt8] {
        var bytes: [UInt8] = [UInt8(truncatingIfNeeded: Self.company), UInt8(Self.company >> 8)]
        bytes += [Self.type, Self.typeLength]
        bytes.append(bigEndian: uuid.value, bytes: 16)
        bytes.append(bigEndian: major, bytes: 2)
        bytes.append(bigEndian: minor, bytes: 2)
        bytes.append(UInt8(bitPattern: measuredPower))
        return bytes
    }
}
