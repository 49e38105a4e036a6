/// The Linux monitor's stream: what its opcodes say of packets and of adapters. In btsnoop and in pcapng alike.
struct Monitor {
    static let deleteIndex: UInt16 = 1
    static let event: UInt16 = 3
    static let openIndex: UInt16 = 8
    static let closeIndex: UInt16 = 9

    /// The H4 type of an event.
    static let eventPacket: UInt8 = 0x04

    /// Adapters that were closed, and not opened again.
    private var closed: Set<UInt16> = []

    /// `nil` for what nothing here reads.
    mutating func content(opcode: UInt16, adapter: UInt16, _ data: ArraySlice<UInt8>) -> CaptureRecord.Content? {
        switch opcode {
        case Self.event: .packet([Self.eventPacket] + data)
        case Self.closeIndex, Self.deleteIndex: closed.insert(adapter).inserted ? .gapBegins : nil
        case Self.openIndex: closed.remove(adapter) != nil ? .gapEnds : nil
        default: nil
        }
    }

    /// How the monitor says it; `nil` for a packet that is not an event.
    static func frame(_ content: CaptureRecord.Content) -> (opcode: UInt16, data: ArraySlice<UInt8>)? {
        switch content {
        case .packet(let packet): packet.first == eventPacket ? (event, packet.dropFirst()) : nil
        case .gapBegins: (closeIndex, [])
        case .gapEnds: (openIndex, [])
        }
    }
}
