/// Eddystone-TLM, encrypted: only the holder of the beacon's identity key can read it.
public struct EddystoneETLM: Hashable, Sendable {
    /// 12 bytes, in the low 96 bits.
    public var encrypted: UInt128
    public var salt: UInt16
    /// The message integrity check.
    public var mic: UInt16

    public init(encrypted: UInt128, salt: UInt16, mic: UInt16) {
        self.encrypted = encrypted
        self.salt = salt
        self.mic = mic
    }
}

extension EddystoneETLM {
    static let version: UInt8 = 1
    static let length = 20

    init(checked payload: Span<UInt8>) {
        encrypted =
            UInt128(payload.bigEndian(at: 4, as: UInt64.self)) << 32
            | UInt128(payload.bigEndian(at: 12, as: UInt32.self))
        salt = payload.bigEndian(at: 16, as: UInt16.self)
        mic = payload.bigEndian(at: 18, as: UInt16.self)
    }

    var payload: [UInt8] {
        var frame = [Eddystone.telemetryType, Self.version]
        frame.append(bigEndian: encrypted, bytes: 12)
        frame.append(bigEndian: salt, bytes: 2)
        frame.append(bigEndian: mic, bytes: 2)
        return Eddystone.serviceData(frame)
    }
}
