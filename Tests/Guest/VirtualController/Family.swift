/// What a virtual controller is: both are LE only, since that needs the fewest commands.
public enum Family: String, Sendable {
    /// Bluetooth 4.2: legacy advertising and scanning.
    case legacy
    /// Bluetooth 5.1: both, never mixed.
    case extended
}

extension Family {
    /// Advertising sets of an extended controller.
    static let sets = 4
    /// The most advertising data of a set: Vol 6, Part B, section 2.3.4.9.
    static let longestData = 1650
    static let acceptListSize = 8

    /// Read Local Version: the HCI and link-layer versions are the same number; company 0x05F1 is the Linux Foundation.
    var version: [UInt8] {
        let number: UInt8 = self == .legacy ? 0x08 : 0x0A
        return [number, 0, 0, number, 0xF1, 0x05, 0, 0]
    }

    /// LMP features: LE supported (byte 4, bit 6), BR/EDR not supported (bit 5).
    static let features: [UInt8] = [0, 0, 0, 0, 0x60, 0, 0, 0]

    /// LE features: extended advertising is bit 12.
    var lowEnergyFeatures: [UInt8] { [0, self == .legacy ? 0 : 0x10, 0, 0, 0, 0, 0, 0] }

    /// Read Local Supported Commands, by octet: Vol 4, Part E, section 6.27.
    var supportedCommands: [UInt8] {
        var commands = [UInt8](repeating: 0, count: 64)
        // Set Event Mask, Reset.
        commands[5] = 0xC0
        // Read Local Version and Features.
        commands[14] = 0x28
        // Read BD_ADDR.
        commands[15] = 0x02
        // LE Set Event Mask … Read Buffer Size, Features, Random Address, Advertising Parameters, Power, Data.
        commands[25] = 0xF7
        // Scan Response Data, Advertising Enable, Scan Parameters and Enable; Read and Clear Accept List.
        commands[26] = 0xCF
        // Add to and Remove from the Accept List.
        commands[27] = 0x03
        // Read Supported States.
        commands[28] = 0x08
        if self == .extended {
            // The sets' random address, parameters, data, scan response, enable; Maximum Data Length, Number of Sets.
            commands[36] = 0xFE
            // Remove and Clear Sets; Extended Scan Parameters and Enable.
            commands[37] = 0x63
        }
        return commands
    }
}
