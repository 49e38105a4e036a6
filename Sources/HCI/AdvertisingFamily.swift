/// The two families of advertising commands, of which the kernel uses one on a controller; the other is then refused
/// (Vol 4, Part E, section 3.1.1).
public enum AdvertisingFamily: Hashable, Sendable {
    case legacy
    /// With an advertising set of our own.
    case extended(set: UInt8)

    /// The kernel's choice: extended where the controller can advertise so (bit 12).
    ///
    /// - Parameters:
    ///   - features: the answer to LE Read Local Supported Features; a short one means legacy.
    ///   - sets: how many sets there are. Ours is the highest: the kernel takes them from 0.
    public init(features: [UInt8], sets: UInt8) {
        self = Self.isExtended(features) ? .extended(set: max(sets, 1) - 1) : .legacy
    }

    static func isExtended(_ features: [UInt8]) -> Bool { features.count > 1 && features[1] & 0x10 != 0 }

    /// What to send, in this order, so that `advertisement` is in the air. The first may be refused.
    public func start(_ advertisement: Advertisement) -> [HCICommand] {
        [stop, parameters(advertisement), data(advertisement), enable]
    }

    public var stop: HCICommand {
        switch self {
        case .legacy: HCICommand(opcode: Opcode.enable, parameters: [0])
        case .extended(let set): HCICommand(opcode: Opcode.enableSets, parameters: [0, 1, set, 0, 0, 0])
        }
    }

    private var enable: HCICommand {
        switch self {
        case .legacy: HCICommand(opcode: Opcode.enable, parameters: [1])
        // No end, neither in time nor in number.
        case .extended(let set): HCICommand(opcode: Opcode.enableSets, parameters: [1, 1, set, 0, 0, 0])
        }
    }

    private func parameters(_ advertisement: Advertisement) -> HCICommand {
        let interval = [UInt8(truncatingIfNeeded: advertisement.interval), UInt8(advertisement.interval >> 8)]
        // Our public address; no peer; all channels; whoever wants to hear.
        let common: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 7, 0]
        switch self {
        case .legacy:
            // 3: not connectable.
            return HCICommand(
                opcode: Opcode.parameters,
                parameters: interval + interval + [3] + common)
        case .extended(let set):
            let channels: UInt8 = 7
            let addresses = [UInt8](repeating: 0, count: 8)
            // A legacy packet that is not connectable; the power is the controller's choice; 1M; no identifier.
            return HCICommand(
                opcode: Opcode.setParameters,
                parameters: [set, 0x10, 0] + interval + [0] + interval + [0, channels] + addresses
                    + [0, 0x7F, 1, 0, 1, 0, 0])
        }
    }

    private func data(_ advertisement: Advertisement) -> HCICommand {
        let length = UInt8(advertisement.data.count)
        switch self {
        case .legacy:
            let padding = [UInt8](repeating: 0, count: Advertisement.longestData - advertisement.data.count)
            return HCICommand(opcode: Opcode.data, parameters: [length] + advertisement.data + padding)
        case .extended(let set):
            // All of it; not to be cut into fragments.
            return HCICommand(opcode: Opcode.setData, parameters: [set, 3, 1, length] + advertisement.data)
        }
    }

    /// Whether `command`, sent by somebody else, ends or changes what we send.
    public func isDisturbed(by command: HCICommand) -> Bool {
        let parameters = command.parameters
        switch self {
        case .legacy: return [Opcode.parameters, Opcode.data, Opcode.enable].contains(command.opcode)
        case .extended(let set):
            switch command.opcode {
            case Opcode.clearSets: return true
            case Opcode.setParameters, Opcode.setData, Opcode.removeSet: return parameters.first == set
            // Whether on, how many sets, then four bytes each; no set means all.
            case Opcode.enableSets:
                guard parameters.count >= 2, parameters[0] == 0 else { return false }
                return parameters[1] == 0
                    || stride(from: 2, to: parameters.count, by: 4).contains { parameters[$0] == set }
            default: return false
            }
        }
    }

    private enum Opcode {
        static let parameters: UInt16 = 0x2006
        static let data: UInt16 = 0x2008
        static let enable: UInt16 = 0x200A
        static let setParameters: UInt16 = 0x2036
        static let setData: UInt16 = 0x2037
        static let enableSets: UInt16 = 0x2039
        static let removeSet: UInt16 = 0x203C
        static let clearSets: UInt16 = 0x203D
    }
}

extension HCICommand {
    /// Answered with one byte.
    public static let readNumberOfAdvertisingSets = HCICommand(opcode: 0x203B)

    /// Answered with 8 bytes of bits.
    public static let readSupportedStates = HCICommand(opcode: 0x201C)
}

/// What a controller's radio can do at once (Vol 4, Part E, section 7.8.27).
public enum SupportedStates {
    /// Whether it can send what is not connectable and scan passively (bit 8). Where it does not say, it may.
    public static func advertisesWhileScanning(_ answer: [UInt8]) -> Bool {
        answer.count < 2 || answer[1] & 1 != 0
    }
}
