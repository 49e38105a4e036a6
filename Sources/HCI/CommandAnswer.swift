/// A controller's answer to a command: its Command Complete or Command Status event.
public struct CommandAnswer: Hashable, Sendable {
    public let opcode: UInt16
    public let status: HCIStatus
    /// What follows the status.
    public let parameters: [UInt8]

    /// Reads an H4 packet; `nil` for anything else, and for an answer cut short.
    public init?(_ packet: Span<UInt8>) {
        guard packet.count >= HCI.eventHeader, packet[0] == HCI.eventPacket,
            packet.count >= HCI.eventHeader + Int(packet[2])
        else { return nil }
        let event = packet.extracting(HCI.eventHeader..<HCI.eventHeader + Int(packet[2]))
        switch packet[1] {
        // Number of commands allowed, opcode, status, parameters.
        case HCI.commandComplete where event.count >= 4:
            opcode = event.littleEndian16(at: 1)
            status = HCIStatus(rawValue: event[3])
            parameters = (4..<event.count).map { event[$0] }
        // Status, number of commands allowed, opcode.
        case HCI.commandStatus where event.count >= 4:
            opcode = event.littleEndian16(at: 2)
            status = HCIStatus(rawValue: event[0])
            parameters = []
        default: return nil
        }
    }
}
