/// What a command socket carries beside the answers to our own commands.
public enum ControllerEvent: Hashable, Sendable {
    case foreign(ForeignScan)
    /// Somebody's Reset is done: of what we asked for nothing is left.
    case reset
    /// With its code. The kernel closes and opens the adapter then.
    case hardwareError(UInt8)

    /// Reads an H4 packet; `nil` for what means nothing to a scan.
    public init?(_ packet: Span<UInt8>) {
        if let command = HCICommand(packet) {
            guard let scan = ForeignScan(command) else { return nil }
            self = .foreign(scan)
        } else if let answer = CommandAnswer(packet) {
            guard answer.opcode == HCICommand.reset.opcode, answer.status == .success else { return nil }
            self = .reset
        } else if packet.count >= 4, packet[0] == HCI.eventPacket, packet[1] == HCI.hardwareError {
            self = .hardwareError(packet[3])
        } else {
            return nil
        }
    }
}
