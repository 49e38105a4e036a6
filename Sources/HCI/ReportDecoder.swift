import Beacons

/// From one adapter's HCI packets to whole advertisement reports.
///
/// Allocation-free, but for advertisements that come in fragments. Every step is bounded by the packet; what overruns
/// it ends the event, and the reports before it stand.
public struct ReportDecoder: Sendable {
    public private(set) var counters = ReportCounters()
    private var fragments = FragmentTable()

    public init() {}

    /// Calls `body` with each whole report in `packet` and its data.
    ///
    /// - Parameters:
    ///   - packet: one H4 packet (packet type, event code, length, …).
    ///   - microseconds: the time of its reception, monotonic; old fragments expire by it.
    public mutating func decode(
        _ packet: Span<UInt8>, at microseconds: Int64, _ body: (AdvertisementReport, Span<UInt8>) -> Void
    ) {
        guard packet.count > HCI.eventHeader, packet[0] == HCI.eventPacket, packet[1] == HCI.leMeta else {
            counters.otherPackets += 1
            return
        }
        let end = HCI.eventHeader + Int(packet[2])
        guard end <= packet.count else {
            counters.cutPackets += 1
            return
        }
        let event = packet.extracting(HCI.eventHeader..<end)
        guard event.count >= 2 else {
            counters.cutPackets += 1
            return
        }
        switch event[0] {
        case HCI.advertisingReport: legacy(event, body)
        case HCI.directedReport: directed(event, body)
        case HCI.extendedReport: extended(event, microseconds, body)
        default:
            counters.otherPackets += 1
            return
        }
        counters.events += 1
        if event[1] == 0 { counters.invalid += 1 }
    }

    private mutating func give(
        _ report: AdvertisementReport, _ data: Span<UInt8>, _ body: (AdvertisementReport, Span<UInt8>) -> Void
    ) {
        counters.reports += 1
        if data.isEmpty { counters.empty += 1 }
        switch report.kind {
        case .connectable: counters.connectable += 1
        case .directed: counters.directed += 1
        case .scannable: counters.scannable += 1
        case .nonConnectable: counters.nonConnectable += 1
        case .scanResponse: counters.scanResponses += 1
        case .extended: counters.extended += 1
        }
        if report.rssi == nil { counters.rssiUnavailable += 1 }
        if report.isTruncated { counters.truncated += 1 }
        body(report, data)
    }
}

// MARK: The three events

extension ReportDecoder {
    /// Type, address type, address (6), length, data, level: the level comes after the data.
    private mutating func legacy(_ event: Span<UInt8>, _ body: (AdvertisementReport, Span<UInt8>) -> Void) {
        var offset = 2
        for _ in 0..<event[1] {
            guard event.count - offset >= 10, event.count - offset >= 10 + Int(event[offset + 8]) else {
                counters.cutReports += 1
                return
            }
            let data = offset + 9..<offset + 9 + Int(event[offset + 8])
            let report = AdvertisementReport(
                kind: AdvertisementReport.Kind(legacyType: event[offset]), addressType: event[offset + 1],
                address: event.address(at: offset + 2), rssi: HCI.level(event[data.upperBound]))
            give(report, event.extracting(data), body)
            offset = data.upperBound + 1
        }
    }

    /// Type, address type, address (6), own address type, own address (6), level; no data.
    private mutating func directed(_ event: Span<UInt8>, _ body: (AdvertisementReport, Span<UInt8>) -> Void) {
        var offset = 2
        for _ in 0..<event[1] {
            guard event.count - offset >= 16 else {
                counters.cutReports += 1
                return
            }
            let report = AdvertisementReport(
                kind: .directed, addressType: event[offset + 1], address: event.address(at: offset + 2),
                rssi: HCI.level(event[offset + 15]))
            give(report, event.extracting(offset..<offset), body)
            offset += 16
        }
    }

    /// A header of 24 bytes, then the data or a fragment of it.
    private mutating func extended(
        _ event: Span<UInt8>, _ microseconds: Int64, _ body: (AdvertisementReport, Span<UInt8>) -> Void
    ) {
        var offset = 2
        for _ in 0..<event[1] {
            guard event.count - offset >= 24, event.count - offset >= 24 + Int(event[offset + 23]) else {
                counters.cutReports += 1
                return
            }
            let header = event.extracting(offset..<offset + 24)
            let data = event.extracting(offset + 24..<offset + 24 + Int(event[offset + 23]))
            offset += 24 + data.count
            var report = AdvertisementReport(extendedHeader: header)
            let status = DataStatus(eventType: header.littleEndian16(at: 0))
            report.isTruncated = status == .truncated
            switch status {
            case .more: fragments.append(data, of: FragmentTable.Key(report), at: microseconds, &counters)
            case .undefined: counters.invalid += 1
            case .complete, .truncated: finish(report, data, microseconds, body)
            }
        }
    }

    /// The last fragment of a chain, or, as nearly always, a whole report.
    private mutating func finish(
        _ report: AdvertisementReport, _ data: Span<UInt8>, _ microseconds: Int64,
        _ body: (AdvertisementReport, Span<UInt8>) -> Void
    ) {
        switch fragments.close(FragmentTable.Key(report), with: data, at: microseconds, &counters) {
        case .none: give(report, data, body)
        case .some(.overlong): break
        case .some(.whole(let bytes)): give(report, bytes.span, body)
        }
    }
}
