import Beacons

extension AdvertisementReport {
    /// The most data that one extended report can carry: Vol 4, Part E, section 7.7.65.13.
    private static let longestFragment = 229
    /// The most data of a legacy advertisement.
    private static let longestLegacy = 31

    /// The H4 event packet that a controller would send for this report: legacy where that can say it all, else
    /// extended. Data beyond 229 bytes is cut, and said to be; `packets` gives it whole.
    public func packet(data: [UInt8]) -> [UInt8] {
        if isLegacy && data.count <= Self.longestLegacy { return legacyPacket(data) }
        var report = self
        if data.count > Self.longestFragment { report.isTruncated = true }
        return report.extendedPacket(
            data.prefix(Self.longestFragment), status: report.isTruncated ? .truncated : .complete)
    }

    /// The packets for this report, several where the data needs fragments.
    public func packets(data: [UInt8]) -> [[UInt8]] {
        guard data.count > Self.longestFragment else { return [packet(data: data)] }
        return stride(from: 0, to: data.count, by: Self.longestFragment).map { start in
            let end = min(start + Self.longestFragment, data.count)
            let last: DataStatus = isTruncated ? .truncated : .complete
            return extendedPacket(data[start..<end], status: end < data.count ? .more : last)
        }
    }

    /// Whether the legacy event has a place for everything that is known.
    private var isLegacy: Bool {
        kind != .extended && primaryPHY == .le1M && secondaryPHY == .none && advertisingSID == nil && txPower == nil
            && !isTruncated
    }

    private func legacyPacket(_ data: [UInt8]) -> [UInt8] {
        var event: [UInt8] = [HCI.advertisingReport, 1, kind.legacyType, addressType]
        event.append(address)
        event.append(UInt8(data.count))
        event += data
        event.append(rssi.map(UInt8.init(bitPattern:)) ?? HCI.unavailable)
        return [HCI.eventPacket, HCI.leMeta, UInt8(event.count)] + event
    }

    private func extendedPacket(_ data: ArraySlice<UInt8>, status: DataStatus) -> [UInt8] {
        var event: [UInt8] = [HCI.extendedReport, 1]
        event.append(littleEndian16: kind.extendedType | status.rawValue << 5)
        event.append(addressType)
        event.append(address)
        event += [primaryPHY.rawValue, secondaryPHY.rawValue, advertisingSID ?? HCI.noSet]
        event.append(txPower.map(UInt8.init(bitPattern:)) ?? HCI.unavailable)
        event.append(rssi.map(UInt8.init(bitPattern:)) ?? HCI.unavailable)
        // No periodic advertising, no direct address.
        event += [UInt8](repeating: 0, count: 9)
        event.append(UInt8(data.count))
        event += data
        return [HCI.eventPacket, HCI.leMeta, UInt8(event.count)] + event
    }
}

extension AdvertisementReport.Kind {
    fileprivate var legacyType: UInt8 {
        switch self {
        case .connectable: 0
        case .directed: 1
        case .scannable: 2
        case .nonConnectable, .extended: 3
        case .scanResponse: 4
        }
    }

    /// The legacy PDUs' event types (table 7.7.65.13), or none of their bits.
    fileprivate var extendedType: UInt16 {
        switch self {
        case .connectable: 0x13
        case .directed: 0x15
        case .scannable: 0x12
        case .nonConnectable: 0x10
        case .scanResponse: 0x1B
        case .extended: 0
        }
    }
}
