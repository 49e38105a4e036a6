import HCI

/// The return parameters of a Command Complete event: a status and what follows it.
struct Answer {
    var status: HCIStatus
    var parameters: [UInt8] = []

    static let success = Answer(status: .success)
    static func status(_ status: HCIStatus) -> Answer { Answer(status: status) }
    static func returns(_ parameters: [UInt8]) -> Answer { Answer(status: .success, parameters: parameters) }

    /// The H4 packet; the host may send one command at a time.
    func event(_ opcode: UInt16) -> [UInt8] {
        var event: [UInt8] = [0x04, 0x0E, UInt8(truncatingIfNeeded: 4 + parameters.count), 1]
        event.append(littleEndian16: opcode)
        return event + [status.rawValue] + parameters
    }
}

extension HCIStatus {
    static let unknownAdvertisingIdentifier = HCIStatus(rawValue: 0x42)
    static let memoryExceeded = HCIStatus(rawValue: 0x07)
}
