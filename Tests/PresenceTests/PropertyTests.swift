import Beacons
import Presence
import TestSupport
import Testing

/// Behaviour 11: any interleaving of sightings, silence and gaps.
@Suite struct PropertyTests {
    @Test(arguments: 0..<20)
    func `Whatever happens, each visit is a story that makes sense`(batch: Int) {
        for number in 0..<500 { play(seed: UInt64(batch * 500 + number)) }
    }

    private func play(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var configuration = PresenceConfiguration(regions: [
            .shop("store", .store, exit: Double.random(in: 1...40, using: &random)) {
                $0.enter.sightings = Int.random(in: 1...3, using: &random)
                $0.notify.dwell = [.seconds(3), .seconds(20)]
            },
            .shop("shelf", .shelf, exit: 10) { $0.exit.belowFor = .seconds(Int.random(in: 1...15, using: &random)) },
            .shop("reader", .reader) {
                $0.exit.after = Bool.random(using: &random) ? nil : .seconds(20)
                $0.notify.enter = true
                $0.notify.exit = true
                $0.notify.proximity = true
                $0.tap.rssi = Double.random(in: -80 ... -50, using: &random)
                $0.tap.samples = Int.random(in: 1...3, using: &random)
                $0.tap.release = 1
            },
            .shop("staff", .staff, minors: NumberSet([6...6])),
        ])
        configuration.limits.pairs = Int.random(in: 4...20, using: &random)
        configuration.limits.entersPerSecond = Int.random(in: 1...5, using: &random)
        configuration.refresh = .seconds(10)
        configuration.ranging = .seconds(7)
        configuration.sightings = Bool.random(using: &random) ? .every(.seconds(5)) : .all
        var engine = PresenceEngine(configuration, hearing: Bool.random(using: &random), at: .zero)
        var judge = Judge(configuration, hearing: engine.isHearing)
        var now: Int64 = 0
        for _ in 0..<20 {
            let reach: Int64 = [0, 15_000, 2_000_000, 12_000_000, 100_000_000].randomElement(using: &random) ?? 0
            now += Int64.random(in: 0...reach, using: &random)
            let instant = Instant(microseconds: now)
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<16:
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let rssi = Int8.random(in: -95 ... -45, using: &random)
                    // Some come late.
                    let at = now - max(0, Int64.random(in: -reach...reach / 8, using: &random))
                    engine.sight(
                        Sighting(
                            beacon: tag(UInt16.random(in: 1...6, using: &random)),
                            address: BluetoothAddress(UInt64.random(in: 1...3, using: &random)),
                            rssi: [rssi, rssi, rssi, nil, 127, 3].randomElement(using: &random) ?? nil,
                            measuredPower: Int8.random(in: .min ... .max, using: &random),
                            at: Instant(microseconds: at)))
                }
            case 16, 17: engine.advance(to: instant)
            case 18:
                engine.hearingLost(at: instant)
                judge.hear(engine.takeOutputs())
                judge.isHearing = false
            default:
                engine.advance(to: instant)
                judge.hear(engine.takeOutputs())
                if !engine.isHearing { judge.hearingSince = instant }
                judge.isHearing = true
                engine.hearingRestored(at: instant)
            }
            judge.hear(engine.takeOutputs())
            judge.require(engine.visitCount == judge.open.count, "visits")
            judge.require(engine.pairCount <= configuration.limits.pairs, "pairs")
        }
        engine.advance(to: Instant(microseconds: now))
        judge.hear(engine.takeOutputs())
        if !engine.isHearing {
            judge.hearingSince = Instant(microseconds: now)
            judge.isHearing = true
            engine.hearingRestored(at: Instant(microseconds: now))
        }
        engine.advance(to: Instant(microseconds: now + 1_000_000_000))
        judge.hear(engine.takeOutputs())
        judge.require(engine.pairCount == 0 && engine.visitCount == 0 && judge.open.isEmpty, "all have left")
        judge.require(engine.state(of: 0).state == .outside && engine.state(of: 0).count == 0, "the shop is empty")
        let faults = judge.faults
        #expect(faults.isEmpty, "seed \(seed)")
    }
}

/// Knows the rules of a story, and nothing of how the engine keeps them.
private struct Judge {
    struct Visit {
        var beacon: BeaconIdentity
        var region: Int
        var number: UInt32
        var proximity: Proximity
        var dwells: [Duration] = []
    }

    let configuration: PresenceConfiguration
    var isHearing: Bool
    var hearingSince = Instant.zero
    private(set) var open: [UInt64: Visit] = [:]
    private(set) var faults: [String] = []
    private var last = Instant(microseconds: .min)
    private var finished: Set<UInt64> = []

    init(_ configuration: PresenceConfiguration, hearing: Bool) {
        self.configuration = configuration
        isHearing = hearing
    }

    mutating func require(_ holds: Bool, _ rule: String) {
        if !holds { faults.append(rule) }
    }

    mutating func hear(_ outputs: [PresenceOutput]) {
        for output in outputs {
            switch output {
            case .event(let event):
                follow(event.at)
                check(event)
            case .presence(let state):
                follow(state.at)
                require((state.exit == nil) == (open[state.visit] != nil), "presence says what the events say")
                require(state.since <= state.lastSeen && state.lastSeen <= state.at, "order of a state's times")
            case .region(let state):
                let count = open.values.count { $0.region == state.region }
                require(state.count == count, "occupancy")
                require(state.state == .unknown || (state.state == .inside) == (count > 0), "inside")
                require((state.state == .unknown) == (state.reason != nil), "a reason for not knowing")
            case .sightings(let report):
                let isOpen = open.values.contains { $0.beacon == report.beacon && $0.region == report.region }
                require(isOpen && report.count > 0, "sightings of a visit")
            case .ranging(let region, let at, let beacons):
                follow(at)
                let present = open.values.filter { $0.region == region }.map(\.beacon)
                require(Set(beacons.map(\.beacon)) == Set(present) && beacons.count == present.count, "ranging")
                let levels = beacons.map { $0.reading.level ?? -.infinity }
                require(levels == levels.sorted(by: >), "strongest first")
            }
        }
    }

    private func isDue(_ silence: Duration, _ region: Region) -> Bool {
        region.exit.after.map { silence == $0 } ?? (silence >= region.exit.min && silence <= region.exit.max)
    }

    private mutating func follow(_ at: Instant) {
        require(at >= last, "time never goes back")
        last = at
    }

    private mutating func check(_ event: PresenceEvent) {
        let region = configuration.regions[event.region]
        require(event.firstSeen <= event.lastSeen && event.lastSeen <= event.at, "order of an event's times")
        require(region.role != .staff && event.beacon.minor != 6, "no staff")
        require(event.reading.distance.map { $0 >= 0 && $0 <= 100 } ?? true, "a distance is a number")
        require((event.reading.level == nil) == (event.reading.distance == nil), "a level gives a distance")
        switch event.kind {
        case .enter:
            let isTwice = open.values.contains { $0.beacon == event.beacon && $0.region == event.region }
            require(!isTwice && event.number == 1 && !finished.contains(event.visit), "one enter a visit")
            require(
                event.lastSeen - event.firstSeen <= max(region.enter.within, region.exit.max),
                "confirmed within its time")
            require(event.sightings == UInt32(region.enter.sightings), "confirmed by its sightings")
            open[event.visit] = Visit(
                beacon: event.beacon, region: event.region, number: 1, proximity: event.reading.proximity)
            return
        case .dwell(let threshold):
            require(event.lastSeen - event.firstSeen >= threshold, "a dwell is proved")
            require(open[event.visit]?.dwells.contains(threshold) == false, "a dwell is told once")
            open[event.visit]?.dwells.append(threshold)
        case .proximity(let from, let to):
            require(region.notify.proximity && from != to && to == event.reading.proximity, "proximity")
            require(open[event.visit]?.proximity == from, "one proximity follows the other")
            open[event.visit]?.proximity = to
        case .tap(let hold):
            require(region.notify.tap && hold >= region.tap.hold, "a tap is held")
        case .exit(let reason):
            let silence = event.at - max(event.lastSeen, hearingSince)
            require(reason != .timeout || isHearing && isDue(silence, region), "silence of exactly T")
            require(reason != .scannerLost || !isHearing, "a lost scanner is deaf")
            require(reason != .rssi || (event.reading.level ?? 0) < (region.exit.rssi ?? 0), "weak")
        }
        let visit = open[event.visit]
        require(visit?.beacon == event.beacon && visit?.region == event.region, "an event of an open visit")
        require(visit?.number == event.number - 1, "events are numbered")
        open[event.visit]?.number = event.number
        if case .exit = event.kind {
            open[event.visit] = nil
            finished.insert(event.visit)
        }
    }
}
