/// The commands that a virtual controller knows: Core Specification, Vol 4, Part E, section 7.
enum Opcode {
    static let setEventMask: UInt16 = 0x0C01
    static let reset: UInt16 = 0x0C03

    static let readLocalVersion: UInt16 = 0x1001
    static let readSupportedCommands: UInt16 = 0x1002
    static let readLocalFeatures: UInt16 = 0x1003
    static let readAddress: UInt16 = 0x1009

    static let setLEEventMask: UInt16 = 0x2001
    static let readBufferSize: UInt16 = 0x2002
    static let readLEFeatures: UInt16 = 0x2003
    static let setRandomAddress: UInt16 = 0x2005
    static let setAdvertisingParameters: UInt16 = 0x2006
    static let readAdvertisingPower: UInt16 = 0x2007
    static let setAdvertisingData: UInt16 = 0x2008
    static let setScanResponseData: UInt16 = 0x2009
    static let setAdvertisingEnable: UInt16 = 0x200A
    static let setScanParameters: UInt16 = 0x200B
    static let setScanEnable: UInt16 = 0x200C
    static let readAcceptListSize: UInt16 = 0x200F
    static let clearAcceptList: UInt16 = 0x2010
    static let addToAcceptList: UInt16 = 0x2011
    static let removeFromAcceptList: UInt16 = 0x2012
    static let readSupportedStates: UInt16 = 0x201C

    static let setSetRandomAddress: UInt16 = 0x2035
    static let setExtendedParameters: UInt16 = 0x2036
    static let setExtendedData: UInt16 = 0x2037
    static let setExtendedScanResponse: UInt16 = 0x2038
    static let setExtendedEnable: UInt16 = 0x2039
    static let readMaximumDataLength: UInt16 = 0x203A
    static let readNumberOfSets: UInt16 = 0x203B
    static let removeSet: UInt16 = 0x203C
    static let clearSets: UInt16 = 0x203D
    static let setExtendedScanParameters: UInt16 = 0x2041
    static let setExtendedScanEnable: UInt16 = 0x2042

    /// Advertising, scanning and initiating as they were before Bluetooth 5, and since. Once one family is in use the
    /// other is refused until a reset: section 3.1.1. What only reads limits belongs to neither.
    static func isLegacyFamily(_ opcode: UInt16) -> Bool { (0x2006...0x200E).contains(opcode) }
    static func isExtendedFamily(_ opcode: UInt16) -> Bool { isExtended(opcode) && opcode != readMaximumDataLength }

    /// Whether a controller before Bluetooth 5 does not know it.
    static func isExtended(_ opcode: UInt16) -> Bool { (0x2035...0x2042).contains(opcode) }
}
