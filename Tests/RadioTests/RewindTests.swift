import Beacons
import Presence
import Radio
import Testing

/// The promise of `beckon rewind`: the record of an hour under one configuration says under any other what the air
/// itself would have said.
@Suite struct RewindTests {
    private func configuration(enter: Double, exit: Duration?) -> PresenceConfiguration {
        let filter = RegionFilter.iBeacon(uuid: SimulatedShop.uuid, majors: nil, minors: nil)
        var regions = [
            Region(name: "shop", role: .store, filter: filter), Region(name: "shelf", role: .shelf, filter: filter),
        ]
        regions.append(Region(name: "till", role: .reader, filter: filter))
        regions[0].exit.after = exit
        regions[1].enter.rssi = enter
        regions[1].exit.rssi = enter - 7
        regions[1].notify.dwell = [.seconds(20)]
        return PresenceConfiguration(regions: regions)
    }

    /// An hour of a shop; every third frame comes twice, from two adapters.
    private func air(_ seed: UInt64) -> [Sighting] {
        let start: Int64 = 1_700_000_000_000_000
        var counters = DecodeCounters()
        return SimulatedShop(seed: seed).prefix { $0.microseconds < 3_600_000_000 }.enumerated().flatMap {
            index, heard -> [Sighting] in
            var found: [Sighting] = []
            BeaconDecoder.identities(in: heard.data.span, counters: &counters) { beacon in
                found.append(
                    Sighting(
                        beacon: beacon.identity, address: heard.address, rssi: heard.rssi,
                        measuredPower: beacon.measuredPower, at: Instant(microseconds: start + heard.microseconds)))
            }
            let copies = found.filter { _ in index % 3 == 0 }.map { sighting in
                var copy = sighting
                copy.rssi = sighting.rssi.map { $0 + Int8(index % 2 == 0 ? 3 : -3) }
                return copy
            }
            return found + copies
        }
    }

    private func events(_ engine: inout PresenceEngine) -> [PresenceEvent] {
        engine.takeOutputs().compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `An hour run again gives exactly the events of a fresh run with those thresholds`(seed: UInt64) throws {
        let air = air(seed)
        let (start, end) = (Instant(microseconds: 1_700_000_000_000_000), Instant(microseconds: 1_700_003_600_000_000))
        let (deaf, hearing) = (start + .seconds(1200), start + .seconds(1290))
        /// Feeds the hour, with a gap of 90 s in which nothing is heard.
        func feed(_ engine: inout PresenceEngine, _ kept: (Sighting, Bool) -> Void, gap: (Bool, Instant) -> Void) {
            var gapDone = false
            for sighting in air where !(deaf...hearing).contains(sighting.at) {
                if !gapDone, sighting.at > hearing {
                    engine.hearingLost(at: deaf)
                    gap(false, deaf)
                    engine.hearingRestored(at: hearing)
                    gap(true, hearing)
                    gapDone = true
                }
                kept(sighting, engine.sight(sighting))
            }
            engine.advance(to: end)
        }
        var writer = RewindWriter(at: start, unixMicroseconds: start.microseconds, isHearing: true)
        var bytes = writer.header
        var count = 0
        var live = PresenceEngine(configuration(enter: -70, exit: nil), at: start)
        feed(&live) { sighting, isNews in
            guard isNews else { return }
            count += 1
            writer.append(sighting)
            if count % 100 == 0 { writer.takeBatch(until: sighting.at) { bytes += $0 } }
        } gap: {
            writer.append(isHearing: $0, at: $1)
        }
        writer.takeBatch(until: end) { bytes += $0 }
        #expect(count < air.count && count > 1000)

        for (enter, exit) in [(-70.0, nil), (-62, nil), (-80, Duration.seconds(10)), (-66, .seconds(30))] {
            var fresh = PresenceEngine(configuration(enter: enter, exit: exit), at: start)
            feed(&fresh) { _, _ in
            } gap: { _, _ in
            }
            var reader = try #require(RewindReader(bytes))
            var rewind = Rewind(
                configuration(enter: enter, exit: exit), hearing: reader.isHearing, at: reader.start)
            while let item = reader.next() { rewind.play(item) }
            let expected = events(&fresh)
            #expect(rewind.takeEvents() == expected)
            #expect(expected.count > 10 && !reader.isDamaged)
        }
    }
}
