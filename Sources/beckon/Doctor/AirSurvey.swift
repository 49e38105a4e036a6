import Beacons
import BlueZ
import Edge
import HCI
import Presence

/// Listens for a while, and notes how often who sends. Bounded.
struct AirSurvey: AirSink, ~Copyable {
    /// How one beacon of a region sent.
    struct Beacon: Equatable {
        let identity: BeaconIdentity
        /// Its regions' indices in the configuration.
        let regions: [Int]
        var first: Instant
        var last: Instant
        var count = 1

        /// The mean time between two that were heard; `nil` after one.
        var interval: Duration? { count > 1 ? (last - first) / (count - 1) : nil }
    }

    private(set) var reports = 0
    private(set) var beacons: [BeaconIdentity: Beacon] = [:]
    /// How often another program has touched the scan.
    private(set) var scanChanges: UInt64 = 0
    private var decoders: [UInt16: ReportDecoder] = [:]
    private let regions: AirRegions

    /// More are not needed to tell.
    private static let mostBeacons = 1000

    init(_ regions: [Region]) { self.regions = AirRegions(regions) }

    let isDone = false
    let nextTurn: Instant? = nil
    let wakes: [Int32] = []

    mutating func packet(_ packet: Span<UInt8>, from adapter: UInt16, at instant: Instant) {
        var (reports, heard): (Int, [(BeaconIdentity, [Int])]) = (0, [])
        decoders[adapter, default: ReportDecoder()].decode(packet, at: instant.microseconds) { report, data in
            reports += 1
            var counters = DecodeCounters()
            BeaconDecoder.identities(in: data, counters: &counters) { beacon in
                let within = regions.regions(of: beacon.identity, report)
                if !within.isEmpty { heard.append((beacon.identity, within)) }
            }
        }
        self.reports += reports
        for (identity, within) in heard { note(identity, within, at: instant) }
    }

    private mutating func note(_ identity: BeaconIdentity, _ regions: [Int], at now: Instant) {
        if beacons[identity] != nil {
            beacons[identity]?.last = now
            beacons[identity]?.count += 1
        } else if beacons.count < Self.mostBeacons {
            beacons[identity] = Beacon(identity: identity, regions: regions, first: now, last: now)
        }
    }

    mutating func hearingLost(at instant: Instant) {}
    mutating func hearingRestored(at instant: Instant) {}
    mutating func turn(at now: Instant, fault: String?) throws {}
    mutating func finish(_ adapters: [AdapterState]) throws {
        let scans = adapters.map(\.history.scans)
        scanChanges = scans.map { $0.foreignEnable &+ $0.foreignDisable }.reduce(0, &+)
    }
}
