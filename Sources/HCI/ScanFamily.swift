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
        let passive: UInt8 = 0
        let acceptAll: UInt8 = 0
        var parameters: [UInt8]
        switch self {
        case .legacy: parameters = [passive]
        case .extended: parameters = [ownAddressType, acceptAll, /* the 1M PHY */ 1, passive]
        }
        parameters.append(littleEndian16: scan.interval)
        parameters.append(littleEndian16: scan.window)
        if self == .legacy { parameters += [ownAddressType, acceptAll] }
        return HCICommand(opcode: self == .legacy ? 0x200B : 0x2041, parameters: parameters)
    }

    /// Starts or stops the scan; never filters duplicates, never ends by itself.
    public func enable(_ isOn: Bool) -> HCICommand {
        let enable: [UInt8] = [isOn ? 1 : 0, /* filter duplicates */ 0]
        return switch self {
        case .legacy: HCICommand(opcode: 0x200C, parameters: enable)
        case .extended: HCICommand(opcode: 0x2042, parameters: enable + /* duration, period */ [0, 0, 0, 0])
        }
    }
}
