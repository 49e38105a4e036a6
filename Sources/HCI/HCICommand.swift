public import Beacons

/// A command to a controller. Core Specification, Vol 4, Part E, section 7.
public struct HCICommand: Hashable, Sendable {
    public let opcode: UInt16
    public let parameters: [UInt8]

    public init(opcode: UInt16, parameters: [UInt8] = []) {
        self.opcode = opcode
        self.parameters = parameters
    }

    /// Reads an H4 packet; `nil` for anything else, and for a command cut short.
    public init?(_ packet: Span<UInt8>) {
        guard packet.count >= 4, packet[0] == HCI.commandPacket, packet.count >= 4 + Int(packet[3]) else { return nil }
        opcode = packet.littleEndian16(at: 1)
        parameters = (4..<4 + Int(packet[3])).map { packet[$0] }
    }

    /// The H4 packet.
    public var packet: [UInt8] {
        var bytes = [HCI.commandPacket]
        bytes.append(littleEndian16: opcode)
        bytes.append(UInt8(truncatingIfNeeded: parameters.count))
        return bytes + parameters
    }

    /// Answered with 64 bytes of command bits.
    public static let readSupportedCommands = HCICommand(opcode: 0x1002)

    /// Answered with 8 bytes of feature bits.
    public static let readLowEnergyFeatures = HCICommand(opcode: 0x2003)

    /// Answered with the address. It changes nothing: a sign of life.
    public static let readAddress = HCICommand(opcode: 0x1009)

    /// Everything anew. Only for who has the adapter alone: the kernel's idea of the controller goes stale by it.
    public static let reset = HCICommand(opcode: 0x0C03)

    /// Every event but those of the last two bits, which are reserved; LE Meta is bit 61.
    public static let setEventMask = HCICommand(
        opcode: 0x0C01, parameters: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F])

    /// The first five, and the extended advertising report, bit 12.
    public static let setLowEnergyEventMask = HCICommand(opcode: 0x2001, parameters: [0x1F, 0x10, 0, 0, 0, 0, 0, 0])

    /// Low Energy on, for controllers that know BR/EDR too.
    public static let writeLowEnergyHostSupport = HCICommand(opcode: 0x0C6D, parameters: [1, 0])

    /// To send from a static random address instead of the public one (a controller may have none).
    public static func setRandomAddress(_ address: BluetoothAddress) -> HCICommand {
        var parameters: [UInt8] = []
        parameters.append(address)
        return HCICommand(opcode: 0x2005, parameters: parameters)
    }
}
