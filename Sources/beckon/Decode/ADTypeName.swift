import Beacons

/// The names of AD types (Assigned Numbers, section 2.3).
enum ADTypeName {
    private static let names: [UInt8: String] = [
        0x01: "Flags", 0x02: "some 16-bit services", 0x03: "16-bit services", 0x04: "some 32-bit services",
        0x05: "32-bit services", 0x06: "some 128-bit services", 0x07: "128-bit services", 0x08: "shortened name",
        0x09: "name", 0x0A: "TX power", 0x0D: "class of device", 0x12: "connection intervals",
        0x14: "wanted 16-bit services", 0x15: "wanted 128-bit services", 0x16: "service data, 16-bit",
        0x19: "appearance", 0x1A: "advertising interval", 0x1B: "device address", 0x1C: "role",
        0x20: "service data, 32-bit", 0x21: "service data, 128-bit", 0x24: "URI", 0x27: "supported features",
        0x2F: "more advertising interval", 0x30: "broadcast name", 0xFF: "manufacturer data",
    ]

    static func text(_ type: UInt8) -> String { names[type] ?? "type 0x\(Hex.text(type, bytes: 1))" }
}
