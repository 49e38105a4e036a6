import Beacons

/// Advertising reports as a controller writes them: Vol 4, Part E, sections 7.7.65.2 and 7.7.65.13. Of its own, not
/// the product's encoder: one mistake shall not hide another.
enum Reports {
    /// One event of one or more transmissions; `nil` where `kind` has no way to say them.
    static func event(_ transmissions: [Transmission], level: Int8, as kind: Scan.Reports) -> [UInt8]? {
        var event = [kind == .legacy ? 0x02 : 0x0D, UInt8(transmissions.count)]
        for transmission in transmissions {
            let append = kind == .legacy ? appendLegacy : appendExtended
            guard append(transmission, level, &event) else { return nil }
        }
        guard let length = UInt8(exactly: event.count) else { return nil }
        return [0x04, 0x3E, length] + event
    }

    /// How many transmissions of 31 bytes fit into one event.
    static func capacity(_ kind: Scan.Reports) -> Int { kind == .legacy ? 6 : 4 }

    private static func appendLegacy(_ transmission: Transmission, _ level: Int8, _ event: inout [UInt8]) -> Bool {
        guard let type = EventProperties(rawValue: transmission.properties).legacyType, transmission.data.count <= 31
        else { return false }
        event += [type, transmission.addressType]
        event.append(transmission.address)
        event.append(UInt8(transmission.data.count))
        event += transmission.data
        event.append(UInt8(bitPattern: level))
        return true
    }

    private static func appendExtended(_ transmission: Transmission, _ level: Int8, _ event: inout [UInt8]) -> Bool {
        // Complete data only: what is longer than one report would need fragments.
        guard transmission.data.count <= 229 else { return false }
        let isLegacy = EventProperties(rawValue: transmission.properties).contains(.legacy)
        event.append(littleEndian16: transmission.properties)
        event.append(transmission.addressType)
        event.append(transmission.address)
        // Primary PHY 1M; secondary none or 1M; the set; transmit power not available.
        event += [1, isLegacy ? 0 : 1, transmission.setIdentifier ?? 0xFF, 127]
        event.append(UInt8(bitPattern: level))
        // No periodic advertising, no direct address.
        event += [UInt8](repeating: 0, count: 9)
        event.append(UInt8(transmission.data.count))
        event += transmission.data
        return true
    }
}
