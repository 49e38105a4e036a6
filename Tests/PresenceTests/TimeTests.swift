import Beacons
import Presence
import TestSupport
import Testing

@Suite struct TimeTests {
    private static let trace: [(minor: UInt16, at: Int64, rssi: Int8)] = {
        var random = SplitMix64(seed: 5)
        var now: Int64 = 0
        return (0..<400).map { _ in
            now += Int64.random(in: 0...6_000_000, using: &random)
            return (UInt16.random(in: 1...5, using: &random), now, Int8.random(in: -90 ... -50, using: &random))
        }
    }()

    private func outputs(shiftedBy shift: Int64) -> [PresenceOutput] {
        let regions: [Region] = [
            .shop { $0.notify.dwell = [.seconds(20)] }, .shop("shelf", .shelf, exit: 10),
        ]
        var engine = PresenceEngine(PresenceConfiguration(regions: regions), at: Instant(microseconds: shift))
        for (minor, at, rssi) in Self.trace {
            engine.sight(
                Sighting(
                    beacon: tag(minor), address: BluetoothAddress(1), rssi: rssi, measuredPower: -59,
                    at: Instant(microseconds: shift + at)))
        }
        engine.advance(to: Instant(microseconds: shift + 3_000_000_000))
        return engine.takeOutputs()
    }

    /// Behaviour 5 as far as it is the engine's: no instant means anything by itself, only what lies between two.
    @Test(arguments: [3600, -3600, 50 * 365 * 86_400, -50 * 365 * 86_400] as [Int64])
    func `The same hour on any clock gives the same events`(shift: Int64) {
        let (here, there) = (outputs(shiftedBy: 0), outputs(shiftedBy: shift * 1_000_000))
        let moved = there.map { $0.moved(by: -shift * 1_000_000) }
        #expect(here.count > 100 && here == moved)
    }

    @Test func `A sighting older than the present counts as heard now`() {
        var stage = Stage.settled()
        stage.hear(tag(1), 10)
        stage.hear(tag(1), 5, address: 2)
        stage.advance(7)
        stage.advance(100)
        let events = stage.events
        #expect(events.map(\.at) == [seconds(10), seconds(40)])
        #expect(events.allSatisfy { $0.lastSeen == seconds(10) })
    }

    @Test func `The limits of time neither trap nor hang`() {
        let extremes = [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for start in extremes {
            for hearing in [true, false] {
                var engine = PresenceEngine(
                    PresenceConfiguration(regions: [.shop()]), hearing: hearing, at: Instant(microseconds: start))
                for at in extremes + extremes.reversed() {
                    let instant = Instant(microseconds: at)
                    for address in 0..<3 as Range<UInt64> {
                        engine.sight(
                            Sighting(
                                beacon: tag(1), address: BluetoothAddress(address), rssi: -60, measuredPower: -59,
                                at: instant))
                    }
                    engine.advance(to: instant)
                    engine.hearingLost(at: instant)
                    engine.hearingRestored(at: instant)
                }
                let outputs = engine.takeOutputs()
                #expect(!outputs.isEmpty)
            }
        }
    }

    @Test func `The longest and shortest durations neither trap nor hang`() {
        for duration in [Duration.zero, .seconds(-5), .nanoseconds(1), .seconds(Int64.max), .seconds(Int64.min)] {
            var region = Region.shop()
            region.exit.after = duration
            region.exit.belowFor = duration
            region.exit.scannerLost = duration
            region.exit.rssi = -50
            region.enter.within = duration
            region.enter.sightings = 1
            region.notify.dwell = [duration]
            var configuration = PresenceConfiguration(regions: [region])
            configuration.refresh = duration
            configuration.ranging = duration
            var engine = PresenceEngine(configuration, at: .zero)
            for second in 0..<5 {
                engine.sight(
                    Sighting(
                        beacon: tag(1), address: BluetoothAddress(1), rssi: -60, measuredPower: -59,
                        at: seconds(Double(second))))
            }
            engine.advance(to: seconds(100))
            engine.hearingLost(at: seconds(101))
            engine.hearingRestored(at: seconds(102))
            let outputs = engine.takeOutputs()
            #expect(!outputs.isEmpty)
        }
    }
}

extension PresenceOutput {
    /// The same, on a clock that is ahead by some microseconds.
    fileprivate func moved(by microseconds: Int64) -> PresenceOutput {
        func moved(_ instant: Instant) -> Instant { instant + .microseconds(microseconds) }
        switch self {
        case .event(var event):
            event.at = moved(event.at)
            event.firstSeen = moved(event.firstSeen)
            event.lastSeen = moved(event.lastSeen)
            return .event(event)
        case .presence(var state):
            state.at = moved(state.at)
            state.since = moved(state.since)
            state.lastSeen = moved(state.lastSeen)
            return .presence(state)
        case .region(var state):
            state.since = moved(state.since)
            return .region(state)
        case .ranging(let region, let at, let beacons): return .ranging(region: region, at: moved(at), beacons)
        case .sightings(var report):
            report.at = moved(report.at)
            return .sightings(report)
        }
    }
}
