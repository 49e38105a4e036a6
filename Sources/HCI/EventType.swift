import Beacons

/// Bits of an extended report's event type.
enum EventType {
    static let connectable: UInt16 = 1 << 0
    static let scannable: UInt16 = 1 << 1
    static let directed: UInt16 = 1 << 2
    static let scanResponse: UInt16 = 1 << 3
    static let legacyPDU: UInt16 = 1 << 4
}

extension AdvertisementReport.Kind {
    /// From the event type of a legacy report; an undefined one is taken for not connectable.
    init(legacyType: UInt8) {
        switch legacyType {
        case 0: self = .connectable
        case 1: self = .directed
        case 2: self = .scannable
        case 4: self = .scanResponse
        default: self = .nonConnectable
        }
    }

    init(extendedType type: UInt16) {
        self =
            if type & EventType.scanResponse != 0 {
                .scanResponse
            } else if type & EventType.directed != 0 {
                .directed
            } else if type & EventType.legacyPDU == 0 {
                .extended
            } else if type & EventType.connectable != 0 {
                .connectable
            } else if type & EventType.scannable != 0 {
                .scannable
            } else {
                .nonConnectable
            }
    }
}

extension AdvertisementReport {
    /// From the 24 bytes before the data of an extended report.
    init(extendedHeader header: Span<UInt8>) {
        self.init(
            kind: Kind(extendedType: header.littleEndian16(at: 0)), addressType: header[2],
            address: header.address(at: 3), primaryPHY: PHY(masked: header[9]), secondaryPHY: PHY(masked: header[10]),
            advertisingSID: header[11] == HCI.noSet ? nil : header[11], txPower: HCI.level(header[12]),
            rssi: HCI.level(header[13]))
    }
}

extension AdvertisementReport.PHY {
    /// Some controllers set reserved bits above the fifth.
    fileprivate init(masked byte: UInt8) { self = Self(rawValue: byte & 0x1F) ?? .none }
}
