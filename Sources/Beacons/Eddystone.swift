/// What the Eddystone frames share (google/eddystone, protocol specification).
enum Eddystone {
    /// The 16-bit service UUID.
    static let service: UInt16 = 0xFEAA
    static let uidType: UInt8 = 0x00
    static let urlType: UInt8 = 0x10
    static let telemetryType: UInt8 = 0x20
    static let eidType: UInt8 = 0x30

    /// The service data of a frame: the service, then `frame`.
    static func serviceData(_ frame: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: service), UInt8(service >> 8)] + frame
    }
}
