/// Numbers of the Host Controller Interface: Core Specification, Vol 4, Parts A (packet types) and E (the rest).
enum HCI {
    static let commandPacket: UInt8 = 0x01
    static let eventPacket: UInt8 = 0x04
    /// Packet type, event code, length.
    static let eventHeader = 3

    static let commandComplete: UInt8 = 0x0E
    static let commandStatus: UInt8 = 0x0F
    static let hardwareError: UInt8 = 0x10
    static let leMeta: UInt8 = 0x3E
    /// The kernel's own, about its adapters.
    static let stackInternal: UInt8 = 0xFD

    static let advertisingReport: UInt8 = 0x02
    static let directedReport: UInt8 = 0x0B
    static let extendedReport: UInt8 = 0x0D

    /// Where a controller has no level or power to tell.
    static let unavailable: UInt8 = 127
    static let noSet: UInt8 = 0xFF
    static let anonymous: UInt8 = 0xFF

    /// dBm; `nil` for 127 and for what no controller may say (below −127, above 20).
    static func level(_ byte: UInt8) -> Int8? {
        let level = Int8(bitPattern: byte)
        return (-127...20).contains(level) ? level : nil
    }
}
