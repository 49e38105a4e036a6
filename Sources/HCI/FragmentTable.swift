import Beacons

/// The open chains of fragmented advertisements of one adapter.
struct FragmentTable: Sendable {
    /// Who is sending. Nothing is ever merged across keys; anonymous sets are told apart by set and PHY alone.
    struct Key: Hashable {
        var addressType: UInt8
        var address: BluetoothAddress
        var advertisingSID: UInt8?
        var primaryPHY: AdvertisementReport.PHY
        var isScanResponse: Bool

        init(_ report: AdvertisementReport) {
            addressType = report.addressType
            address = report.addressType == HCI.anonymous ? BluetoothAddress(0) : report.address
            advertisingSID = report.advertisingSID
            primaryPHY = report.primaryPHY
            isScanResponse = report.kind == .scanResponse
        }
    }

    /// How a chain ended.
    enum End {
        case whole([UInt8])
        /// Longer than any advertisement: dropped, and counted.
        case overlong
    }

    private struct Chain {
        var key: Key
        var bytes: [UInt8]
        /// Kept open without its bytes, so that its rest is not taken for an advertisement.
        var isOverlong = false
        var lastFragment: Int64
    }

    /// The most data an advertising set may carry: Core Specification, Vol 6, Part B, section 2.3.4.9.
    static let longest = 1650
    /// Chains that may be open at once: 64 × 1650 bytes bound the memory of an adapter.
    static let mostChains = 64
    /// Microseconds. Fragments follow each other within milliseconds.
    static let expiry: Int64 = 2_000_000

    private var chains: [Chain] = []

    mutating func append(_ data: Span<UInt8>, of key: Key, at now: Int64, _ counters: inout ReportCounters) {
        expire(at: now, &counters)
        if let index = chains.firstIndex(where: { $0.key == key }) {
            add(data, to: index, &counters)
            chains[index].lastFragment = now
        } else {
            if chains.count == Self.mostChains {
                chains.removeFirst()
                counters.evictedChains += 1
            }
            chains.append(Chain(key: key, bytes: [], lastFragment: now))
            add(data, to: chains.count - 1, &counters)
        }
    }

    /// Ends the chain of `key` with its last fragment; `nil` where none is open.
    mutating func close(
        _ key: Key, with data: Span<UInt8>, at now: Int64, _ counters: inout ReportCounters
    ) -> End? {
        expire(at: now, &counters)
        guard let index = chains.firstIndex(where: { $0.key == key }) else { return nil }
        add(data, to: index, &counters)
        let chain = chains.remove(at: index)
        return chain.isOverlong ? .overlong : .whole(chain.bytes)
    }

    private mutating func add(_ data: Span<UInt8>, to index: Int, _ counters: inout ReportCounters) {
        guard !chains[index].isOverlong else { return }
        guard chains[index].bytes.count + data.count <= Self.longest else {
            chains[index].isOverlong = true
            chains[index].bytes = []
            counters.overlongChains += 1
            return
        }
        for offset in data.indices { chains[index].bytes.append(data[offset]) }
    }

    private mutating func expire(at now: Int64, _ counters: inout ReportCounters) {
        guard !chains.isEmpty else { return }
        let open = chains.count
        chains.removeAll { now.subtractingReportingOverflow($0.lastFragment).partialValue > Self.expiry }
        counters.expiredChains += UInt64(open - chains.count)
    }
}
