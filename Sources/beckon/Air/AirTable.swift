import Beacons
import Daemon
import HCI
import Presence

/// Who is in the air: a row for each beacon identity, and for each address that sends none. Bounded.
struct AirTable {
    enum Order: String, CaseIterable { case level, rate, name, age }
    enum Filter: String, CaseIterable { case all, beacons, regions }

    private enum Key: Hashable {
        case beacon(BeaconIdentity)
        case address(BluetoothAddress)
    }

    var order = Order.level
    var filter = Filter.all
    private(set) var reports = 0
    private var rows: [Key: AirRow] = [:]
    private let regions: AirRegions
    private let distance: Distance
    /// dB, subtracted from every level.
    private let offset: Float

    /// More are not for people; the longest unseen gives way.
    private static let mostRows = 2000
    /// Who is unseen for longer is gone.
    private static let stale: Duration = .seconds(60)

    init(_ configuration: PresenceConfiguration) {
        regions = AirRegions(configuration.regions)
        distance = Distance(configuration)
        offset = Float(configuration.rssiOffset)
    }

    mutating func note(_ report: AdvertisementReport, _ data: Span<UInt8>, at now: Instant) {
        reports += 1
        var beacons: [IdentifiedBeacon] = []
        var counters = DecodeCounters()
        BeaconDecoder.identities(in: data, counters: &counters) { beacons.append($0) }
        let level = level(report)
        for beacon in beacons {
            let key = Key.beacon(beacon.identity)
            let regions = regions.regions(of: beacon.identity, report)
            add(key, beacon.identity.description, isBeacon: true, regions, at: now)
            rows[key]?.note(level, power: Distance.plausible(beacon.measuredPower), at: now)
        }
        guard beacons.isEmpty else { return }
        let key = Key.address(report.address)
        let frame = BeaconFrame.frames(in: data).first
        add(key, report.address.description, isBeacon: frame != nil, regions.regions(of: report), at: now)
        rows[key]?.note(level, power: Distance.plausible(nil), at: now)
        // A name comes in some packets only, as in scan responses.
        guard let name = frame?.summary ?? AdvertisedDevice(data).name else { return }
        rows[key]?.name = "\(report.address) \(LogLine.escaped(String(name.prefix(60))))"
    }

    /// The rows that are wanted, the first ones.
    func shown(_ count: Int, at now: Instant) -> [AirRow] {
        let wanted = rows.values.filter { row in
            guard now - row.lastSeen < Self.stale else { return false }
            switch filter {
            case .all: return true
            case .beacons: return row.isBeacon
            case .regions: return !row.regions.isEmpty
            }
        }
        let ordered = wanted.sorted { left, right in
            switch order {
            case .level where left.level != right.level: left.level ?? -200 > right.level ?? -200
            case .rate where left.rate(at: now) != right.rate(at: now): left.rate(at: now) > right.rate(at: now)
            case .age where left.lastSeen != right.lastSeen: left.lastSeen > right.lastSeen
            default: left.name < right.name
            }
        }
        return Array(ordered.prefix(count))
    }

    var count: Int { rows.count }
    func regionNames(_ row: AirRow) -> String { row.regions.map { regions.names[$0] }.joined(separator: ",") }
    func metres(_ row: AirRow) -> Double? {
        row.level.flatMap { distance.reading(level: $0, power: row.power).distance }
    }

    private func level(_ report: AdvertisementReport) -> Float? {
        // 0 and above are passed on by controllers and are no level.
        report.rssi.flatMap { $0 < 0 ? Float($0) - offset : nil }
    }

    private mutating func add(_ key: Key, _ name: String, isBeacon: Bool, _ regions: [Int], at now: Instant) {
        guard rows[key] == nil else { return }
        if rows.count >= Self.mostRows, let oldest = rows.min(by: { $0.value.lastSeen < $1.value.lastSeen })?.key {
            rows[oldest] = nil
        }
        rows[key] = AirRow(name: name, isBeacon: isBeacon, regions: regions, at: now)
    }
}
