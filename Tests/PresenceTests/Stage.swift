import Beacons
import Presence

let shopUUID: UInt128 = 0x41c0_8dfd_b719_4ccb_9d3b_5aa7_c386_0f89

func seconds(_ seconds: Double) -> Instant { Instant(microseconds: Int64((seconds * 1e6).rounded())) }

func tag(_ minor: UInt16, major: UInt16 = 1, uuid: UInt128 = shopUUID) -> BeaconIdentity {
    .iBeacon(uuid: BeaconUUID(uuid), major: major, minor: minor)
}

extension Region {
    /// A region over the shop's UUID that exits after `exit` seconds.
    static func shop(
        _ name: String = "shop", _ role: Role = .store, exit: Double = 30, majors: NumberSet? = nil,
        minors: NumberSet? = nil, _ change: (inout Region) -> Void = { _ in }
    ) -> Region {
        var region = Region(
            name: name, role: role,
            filter: .iBeacon(uuid: BeaconUUID(shopUUID), majors: majors, minors: minors))
        region.exit.after = .milliseconds(Int64(exit * 1000))
        change(&region)
        return region
    }
}

/// An engine, and what it has said in short words.
struct Stage: ~Copyable {
    var engine: PresenceEngine
    private(set) var outputs: [PresenceOutput] = []

    init(
        _ regions: [Region] = [.shop()], hearing: Bool = true, at start: Instant = .zero,
        _ change: (inout PresenceConfiguration) -> Void = { _ in }
    ) {
        var configuration = PresenceConfiguration(regions: regions)
        change(&configuration)
        engine = PresenceEngine(configuration, hearing: hearing, at: start)
    }

    /// A stage whose settling period has passed: enters are arrivals from here on.
    static func settled(
        _ regions: [Region] = [.shop()], _ change: (inout PresenceConfiguration) -> Void = { _ in }
    ) -> Stage {
        var stage = Stage(regions, at: seconds(-3600), change)
        stage.advance(-100)
        stage.forget()
        return stage
    }

    mutating func hear(
        _ beacon: BeaconIdentity, _ at: Double, rssi: Int8? = -60, power: Int8? = -59, address: UInt64 = 1
    ) {
        engine.sight(
            Sighting(
                beacon: beacon, address: BluetoothAddress(address), rssi: rssi, measuredPower: power, at: seconds(at)))
        outputs += engine.takeOutputs()
    }

    mutating func advance(_ to: Double) {
        engine.advance(to: seconds(to))
        outputs += engine.takeOutputs()
    }

    mutating func lose(_ at: Double) {
        engine.hearingLost(at: seconds(at))
        outputs += engine.takeOutputs()
    }

    mutating func restore(_ at: Double) {
        engine.hearingRestored(at: seconds(at))
        outputs += engine.takeOutputs()
    }

    mutating func forget() { outputs = [] }

    var events: [PresenceEvent] {
        outputs.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    /// `8.0 exit timeout`, with the minor where `minors`, with the region's index where `regions`.
    func story(minors: Bool = false, regions: Bool = false) -> [String] {
        events.map { event in
            let what =
                switch event.kind {
                case .enter(let reason): "enter \(reason.rawValue)"
                case .exit(let reason): "exit \(reason.rawValue)"
                case .dwell(let threshold): "dwell \(threshold.milliseconds / 1000)"
                case .proximity(let from, let to): "proximity \(from.rawValue) \(to.rawValue)"
                case .tap(let hold): "tap \(hold.milliseconds)"
                }
            return "\(Double(event.at.microseconds) / 1e6) \(what)" + (minors ? " \(event.beacon.minor)" : "")
                + (regions ? " r\(event.region)" : "")
        }
    }

    var regionStates: [RegionState] {
        outputs.compactMap { if case .region(let state) = $0 { state } else { nil } }
    }

    var presences: [PresenceState] {
        outputs.compactMap { if case .presence(let state) = $0 { state } else { nil } }
    }

    var rangings: [(region: Int, at: Instant, beacons: [RangedBeacon])] {
        outputs.compactMap {
            if case .ranging(let region, let at, let beacons) = $0 { (region, at, beacons) } else { nil }
        }
    }
}
