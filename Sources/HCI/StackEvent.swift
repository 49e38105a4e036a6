/// What the kernel says about its adapters to whoever listens on no adapter in particular.
public struct StackEvent: Hashable, Sendable {
    public enum Kind: UInt16, Sendable {
        case registered = 1
        case unregistered = 2
        case up = 3
        case down = 4
    }

    public var kind: Kind
    /// N of `hciN`.
    public var adapter: UInt16

    public init(_ kind: Kind, adapter: UInt16) {
        self.kind = kind
        self.adapter = adapter
    }

    /// Reads an H4 packet: event 0xFD, of type 1 (device), the event, and the adapter.
    public init?(_ packet: Span<UInt8>) {
        guard packet.count >= 9, packet[0] == HCI.eventPacket, packet[1] == HCI.stackInternal,
            packet.littleEndian16(at: 3) == 1, let kind = Kind(rawValue: packet.littleEndian16(at: 5))
        else { return nil }
        self.init(kind, adapter: packet.littleEndian16(at: 7))
    }
}
