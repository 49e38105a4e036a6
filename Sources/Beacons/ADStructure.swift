/// One structure of advertising data: its type and where its payload lies.
///
/// Core Specification, Vol 3, Part C, section 11; types from the Assigned Numbers, section 2.3.
public struct ADStructure: Hashable, Sendable {
    public let type: UInt8
    /// Where the payload lies in the advertising data; may be empty.
    public let payload: Range<Int>
}

extension ADStructure {
    public static let flags: UInt8 = 0x01
    public static let incompleteUUIDs16: UInt8 = 0x02
    public static let completeUUIDs16: UInt8 = 0x03
    public static let incompleteUUIDs32: UInt8 = 0x04
    public static let completeUUIDs32: UInt8 = 0x05
    public static let incompleteUUIDs128: UInt8 = 0x06
    public static let completeUUIDs128: UInt8 = 0x07
    public static let shortenedName: UInt8 = 0x08
    public static let completeName: UInt8 = 0x09
    public static let txPower: UInt8 = 0x0A
    public static let serviceData16: UInt8 = 0x16
    public static let manufacturerData: UInt8 = 0xFF
}
