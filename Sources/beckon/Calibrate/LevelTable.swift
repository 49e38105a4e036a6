import Beacons
import HCI
import Presence

/// The levels of who is in the air, beacon by beacon, the offsets of the configuration subtracted.
struct LevelTable {
    private struct Heard {
        /// dBm, in the order of time.
        var levels: [Double] = []
        var last = Instant(microseconds: .min)
    }

    private let wanted: BeaconIdentity?
    private let configuration: PresenceConfiguration
    private let index: RegionIndex
    private var heard: [BeaconIdentity: Heard] = [:]

    /// More are strangers.
    private static let most = 10_000
    /// One frame, heard on three channels or by two adapters.
    private static let copyWithin: Duration = .milliseconds(20)

    /// - Parameter wanted: the only one that counts; `nil`: whoever lies in a region, without regions whoever there is.
    init(_ configuration: PresenceConfiguration, only wanted: BeaconIdentity? = nil) {
        self.wanted = wanted
        self.configuration = configuration
        index = RegionIndex(configuration.regions)
    }

    mutating func note(_ report: AdvertisementReport, _ data: Span<UInt8>, at now: Instant) {
        guard let rssi = report.rssi, rssi < 0 else { return }
        note(.address(report.address), rssi, from: report.address, at: now)
        var counters = DecodeCounters()
        var beacons: [BeaconIdentity] = []
        BeaconDecoder.identities(in: data, counters: &counters) { beacons.append($0.identity) }
        for beacon in beacons { note(beacon, rssi, from: report.address, at: now) }
    }

    private mutating func note(
        _ beacon: BeaconIdentity, _ rssi: Int8, from address: BluetoothAddress, at now: Instant
    ) {
        let regions = index.regions(of: beacon, from: address)
        // An address is a beacon only where somebody says so.
        let isAnyones = configuration.regions.isEmpty && beacon.format != .address
        guard wanted.map({ $0 == beacon }) ?? (isAnyones || !regions.isEmpty) else { return }
        guard heard.count < Self.most || heard[beacon] != nil else { return }
        let offset = configuration.rssiOffset + (regions.first.map { configuration.regions[$0].rssiOffset } ?? 0)
        let level = Double(rssi) - offset
        var entry = heard[beacon] ?? Heard()
        if let last = entry.levels.last, now - entry.last <= Self.copyWithin {
            entry.levels[entry.levels.count - 1] = max(last, level)
        } else {
            entry.levels.append(level)
            entry.last = now
        }
        heard[beacon] = entry
    }

    func levels(of beacon: BeaconIdentity) -> [Double] { heard[beacon]?.levels ?? [] }

    /// Whose median is the highest, of those that were heard often enough, else of all.
    var strongest: BeaconIdentity? {
        heard.max { left, right in Self.rank(left) < Self.rank(right) }?.key
    }

    private static func rank(_ entry: (key: BeaconIdentity, value: Heard)) -> (Int, Double, String) {
        let sorted = entry.value.levels.sorted()
        return (sorted.count >= Calibration.fewest ? 1 : 0, sorted[sorted.count / 2], entry.key.description)
    }

    mutating func removeAll() { heard = [:] }
}
