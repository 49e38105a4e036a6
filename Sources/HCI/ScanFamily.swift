/// The two families of scan commands. A controller refuses one after it has accepted the other (Vol 4, Part E, 3.1.1),
/// so the choice must be the kernel's own.
public enum ScanFamily: Hashable, Sendable {
    case legacy, extended

    /// The kernel's choice: extended where both of its commands are supported (octet 37, bits 5 and 6).
    ///
    /// - Parameter supportedCommands: the answer to Read Local Supported Commands; a short one means legacy.
    public init(supportedCommands: [UInt8]) {
        self = supportedCommands.count > 37 && supportedCommands[37] & 0x60 == 0x60 ? .extended : .legacy
    }

    public var other: ScanFamily { self == .legacy ? .extended : .legacy }

    public func parameters(_ scan: ScanParameters) -> HCICommand {
        let ownAddressType: UInt8 = scan.usesRandomAddress ? 1 : 0
        let type: UInt8 = scan.isActive ? 1 : 0
        let acceptAll: UInt8 = 0
        var parameters: [UInt8] = []
        switch self {
        case .legacy:
            parameters.append(type)
            parameters.append(littleEndian16: scan.interval)
            parameters.append(littleEndian16: scan.window)
            parameters += [ownAddressType, acceptAll]
        case .extended:
            // Bit 0 is the 1M PHY, bit 2 the coded one; two of them take turns.
            let phys = scan.usesCodedPHY ? 2 : 1
            parameters += [ownAddressType, acceptAll, scan.usesCodedPHY ? 0b101 : 0b001]
            for _ in 0..<phys {
                parameters.append(type)
                parameters.append(littleEndian16: scan.interval * UInt16(phys))
                parameters.append(littleEndian16: scan.window)
            }
        }
        return HCICommand(opcode: parametersOpcode, parameters: parameters)
    }

    /// Starts or stops the scan; never filters duplicates, never ends by itself.
    public func enable(_ isOn: Bool) -> HCICommand {
        let enable: [UInt8] = [isOn ? 1 : 0, /* filter duplicates */ 0]
        let unlimited: [UInt8] = self == .legacy ? [] : /* duration, period */ [0, 0, 0, 0]
        return HCICommand(opcode: enableOpcode, parameters: enable + unlimited)
    }

    var parametersOpcode: UInt16 { self == .legacy ? 0x200B : 0x2041 }
    var enableOpcode: UInt16 { self == .legacy ? 0x200C : 0x2042 }
}
