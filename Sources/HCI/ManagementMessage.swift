/// The kernel's management interface (BlueZ, doc/mgmt-api.txt): of it, what a scanner needs.
public struct ManagementMessage: Hashable, Sendable {
    /// Of a command, or of an event.
    public var code: UInt16
    public var adapter: UInt16
    public var parameters: [UInt8]

    public init(code: UInt16, adapter: UInt16, parameters: [UInt8] = []) {
        self.code = code
        self.adapter = adapter
        self.parameters = parameters
    }

    public static func readInformation(_ adapter: UInt16) -> ManagementMessage {
        ManagementMessage(code: 0x0004, adapter: adapter)
    }

    public static func setLowEnergy(_ adapter: UInt16) -> ManagementMessage {
        ManagementMessage(code: 0x000D, adapter: adapter, parameters: [1])
    }

    public var packet: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian16: code)
        bytes.append(littleEndian16: adapter)
        bytes.append(littleEndian16: UInt16(clamping: parameters.count))
        return bytes + parameters
    }

    /// `nil` where fewer bytes are there than it says.
    public init?(_ packet: Span<UInt8>) {
        guard packet.count >= 6, packet.count >= 6 + Int(packet.littleEndian16(at: 4)) else { return nil }
        code = packet.littleEndian16(at: 0)
        adapter = packet.littleEndian16(at: 2)
        parameters = (6..<6 + Int(packet.littleEndian16(at: 4))).map { packet[$0] }
    }

    /// As the answer to `command`, a Command Complete (1) or Command Status (2) event: its status, and what follows.
    public func answer(to command: ManagementMessage) -> (status: UInt8, parameters: [UInt8])? {
        guard [1, 2].contains(code), adapter == command.adapter, parameters.count >= 3,
            UInt16(parameters[0]) | UInt16(parameters[1]) << 8 == command.code
        else { return nil }
        return (parameters[2], Array(parameters[3...]))
    }

    /// Of the answer to Read Controller Information: whether Low Energy is there and off. After address (6), version
    /// and manufacturer (3) come the supported settings and the current ones, four bytes each; bit 9 is Low Energy.
    public static func needsLowEnergy(information: [UInt8]) -> Bool {
        information.count >= 17 && information[10] & 0b10 != 0 && information[14] & 0b10 == 0
    }
}
