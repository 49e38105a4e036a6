import Beacons
import Daemon

/// What a structure that is no beacon's holds, in words.
enum ADValue {
    /// Bits of the flags (Core Specification Supplement, Part A, section 1.3).
    private static let flags = [
        "limited discoverable", "general discoverable", "no BR/EDR", "LE and BR/EDR at once (controller)",
        "LE and BR/EDR at once (host)",
    ]

    /// The companies whose data is heard everywhere (Assigned Numbers, section 7).
    private static let companies: [UInt16: String] = [
        0x0006: "Microsoft", 0x004C: "Apple", 0x0059: "Nordic Semiconductor", 0x0075: "Samsung", 0x00E0: "Google",
        0x0118: "Radius Networks", 0x0499: "Ruuvi",
    ]

    static func text(_ type: UInt8, _ value: ArraySlice<UInt8>) -> String {
        switch type {
        case ADStructure.flags: return flags(value)
        case ADStructure.txPower where value.count == 1: return "\(Int8(bitPattern: value[value.startIndex])) dBm"
        case ADStructure.shortenedName, ADStructure.completeName:
            return "'\(LogLine.escaped(String(decoding: value, as: UTF8.self)))'"
        case ADStructure.incompleteUUIDs16...ADStructure.completeUUIDs128:
            let structure = [UInt8(value.count + 1), type] + value
            return AdvertisedDevice(structure.span).services.map(service).joined(separator: ", ")
        case ADStructure.manufacturerData where value.count >= 2:
            let code = littleEndian(value)
            let name = companies[code].map { ": \($0)" } ?? ""
            return "company 0x\(Hex.text(code, bytes: 2))\(name), \(value.count - 2) bytes of its own"
        case ADStructure.serviceData16 where value.count >= 2:
            return "service 0x\(Hex.text(littleEndian(value), bytes: 2)), \(value.count - 2) bytes of its own"
        default: return "\(value.count) bytes"
        }
    }

    private static func flags(_ value: ArraySlice<UInt8>) -> String {
        let bits = value.first ?? 0
        let set = flags.indices.filter { bits >> UInt8($0) & 1 != 0 }.map { flags[$0] }
        return set.isEmpty ? "none" : set.joined(separator: ", ")
    }

    /// The short form where it is one.
    private static func service(_ uuid: BeaconUUID) -> String {
        let text = uuid.description
        return text.hasPrefix("0000") && text.hasSuffix("-0000-1000-8000-00805f9b34fb")
            ? "0x\(text.dropFirst(4).prefix(4))" : text
    }

    private static func littleEndian(_ value: ArraySlice<UInt8>) -> UInt16 {
        value.prefix(2).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }
}
