public import Beacons

/// A command to a controller. Core Specification, Vol 4, Part E, section 7.
public struct HCICommand: Hashable, Sendable {
    public let opcode: UInt16
    public let parameters: [UInt8]

    public init(opcode: UInt16, parameters: [UInt8] = []) {
        self.opcode = opcode
        self.parameters = parameters
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

    /// To send from a static random address instead of the public one (a controller may have none).
    public static func setRandomAddress(_ address: BluetoothAddress) -> HCICommand {
        var parameters: [UInt8] = []
        parameters.append(address)
        return HCICommand(opcode: 0x2005, parameters: parameters)
    }
}
