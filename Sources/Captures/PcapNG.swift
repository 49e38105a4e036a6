/// The pcapng format (IETF draft-ietf-opsawg-pcapng): blocks of 32-bit words, in the byte order of their section.
enum PcapNG {
    /// Reads the same in either byte order.
    static let sectionHeader: UInt32 = 0x0A0D_0D0A
    static let interfaceDescription: UInt32 = 1
    static let enhancedPacket: UInt32 = 6
    static let byteOrder: UInt32 = 0x1A2B_3C4D
    /// Type and length before a block's body, the length again behind it.
    static let blockHeader = 8
    static let blockOverhead = 12

    /// Options of an interface.
    static let endOfOptions: UInt16 = 0
    static let timeResolution: UInt16 = 9
    static let timeOffset: UInt16 = 14
    /// Of a packet: how many were lost since the one before.
    static let dropCount: UInt16 = 4

    /// How HCI packets are wrapped (tcpdump.org/linktypes.html).
    enum LinkType: UInt16 {
        /// H4 packets.
        case h4 = 187
        /// Four bytes, 1 for *received*, then an H4 packet.
        case h4WithDirection = 201
        /// Adapter and opcode of the Linux monitor, big-endian, then a packet without its type.
        case monitor = 254
    }
}
