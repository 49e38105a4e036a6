/// Eddystone-TLM, plain: how a beacon is doing.
public struct EddystoneTLM: Hashable, Sendable {
    /// Millivolts; 0 where the beacon has no battery to tell of.
    public var battery: UInt16
    /// 1/256 °C; `Int16.min` where it is not measured.
    public var rawTemperature: Int16
    /// Frames sent since power-on.
    public var advertisements: UInt32
    /// Tenths of a second since power-on.
    public var uptime: UInt32

    public init(battery: UInt16, rawTemperature: Int16, advertisements: UInt32, uptime: UInt32) {
        self.battery = battery
        self.rawTemperature = rawTemperature
        self.advertisements = advertisements
        self.uptime = uptime
    }

    /// °C, where it is measured.
    public var temperature: Double? { rawTemperature == .min ? nil : Double(rawTemperature) / 256 }
}

extension EddystoneTLM {
    static let version: UInt8 = 0
    static let length = 16

    init(checked payload: Span<UInt8>) {
        battery = payload.bigEndian(at: 4, as: UInt16.self)
        rawTemperature = Int16(bitPattern: payload.bigEndian(at: 6, as: UInt16.self))
        advertisements = payload.bigEndian(at: 8, as: UInt32.self)
        uptime = payload.bigEndian(at: 12, as: UInt32.self)
    }

    var payload: [UInt8] {
        var frame = [Eddystone.telemetryType, Self.version]
        frame.append(bigEndian: battery, bytes: 2)
        frame.append(bigEndian: UInt16(bitPattern: rawTemperature), bytes: 2)
        frame.append(bigEndian: advertisements, bytes: 4)
        frame.append(bigEndian: uptime, bytes: 4)
        return Eddystone.serviceData(frame)
    }
}
