import HCI

/// One line that tells a controller how to misbehave, or what to stream.
public enum Control: Sendable, Equatable {
    case rate(Int64)
    case batch(Int)
    case devices(UInt16)
    case level(Int8)
    case silent(Bool)
    case mute(Bool)
    case filters(Bool)
    /// Microseconds.
    case delay(Int64)
    case hardwareError(UInt8)
    /// Status 0 ends the fault.
    case status(opcode: UInt16, UInt8)
    /// A whole H4 event packet.
    case event([UInt8])
    case figures

    /// What may be said, for people.
    public static let usage = """
        rate N             stream N reports a second, 0: none
        batch N            N of them in an event
        devices N          from N beacons
        level DBM          hear at that level
        silent on|off      scan and report nothing
        mute on|off        answer no command
        filters on|off     go by the duplicate filter and the accept list (on at first)
        delay MS           answer that much later
        hardware-error N   send that event
        status OPCODE N    answer the command with that status, 0: no longer (both hexadecimal)
        event HEX          send any H4 packet
        figures            what was sent
        """

    public init?(_ words: [String]) {
        guard let name = words.first, words.count <= 3 else { return nil }
        let value = words.count > 1 ? words[1] : ""
        let isOn: Bool? = value == "on" ? true : value == "off" ? false : nil
        let control: Control? =
            switch (name, words.count) {
            case ("rate", 2): Int64(value).flatMap { (0...1_000_000).contains($0) ? .rate($0) : nil }
            case ("batch", 2): Int(value).flatMap { $0 > 0 ? .batch($0) : nil }
            case ("devices", 2): UInt16(value).flatMap { $0 > 0 ? .devices($0) : nil }
            case ("level", 2): Int8(value).map(Control.level)
            case ("silent", 2): isOn.map(Control.silent)
            case ("mute", 2): isOn.map(Control.mute)
            case ("filters", 2): isOn.map(Control.filters)
            case ("delay", 2): Int64(value).flatMap { (0...60_000).contains($0) ? .delay($0 * 1000) : nil }
            case ("hardware-error", 2): UInt8(value).map(Control.hardwareError)
            case ("status", 3):
                UInt16(value, radix: 16).flatMap { opcode in
                    UInt8(words[2], radix: 16).map { .status(opcode: opcode, $0) }
                }
            case ("event", 2): Self.bytes(value).map(Control.event)
            case ("figures", 1): .figures
            default: nil
            }
        guard let control else { return nil }
        self = control
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}

extension VirtualController {
    /// Does what it is told; the answer is for people.
    public mutating func apply(_ control: Control) -> String {
        switch control {
        case .rate(let rate): stream.rate = rate
        case .batch(let batch): stream.batch = batch
        case .devices(let devices): stream.devices = devices
        case .level(let level): self.level = level
        case .silent(let isOn): faults.isSilent = isOn
        case .mute(let isOn): faults.isMute = isOn
        case .filters(let isOn): faults.honoursFilters = isOn
        case .delay(let delay): faults.delay = delay
        // Vol 4, Part E, section 7.7.16.
        case .hardwareError(let code): inject([0x04, 0x10, 1, code])
        case .status(let opcode, 0): faults.statuses[opcode] = nil
        case .status(let opcode, let status): faults.statuses[opcode] = HCIStatus(rawValue: status)
        case .event(let event): inject(event)
        case .figures: return figures
        }
        return "ok"
    }
}
