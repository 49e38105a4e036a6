import Beacons
import Presence
import Radio
import Testing

@Suite struct SimulatedShopTests {
    private static let seeds = Array(1...40) as [UInt64]

    /// What is heard in the first `seconds`.
    private func air(_ seed: UInt64, seconds: Double) -> [Transmission] {
        Array(SimulatedShop(seed: seed).prefix { Double($0.microseconds) < seconds * 1e6 })
    }

    private func beacon(_ transmission: Transmission) -> BeaconIdentity? {
        var counters = DecodeCounters()
        var found: BeaconIdentity?
        BeaconDecoder.identities(in: transmission.data.span, counters: &counters) { found = $0.identity }
        return found
    }

    @Test func `The same seed gives the same air, another seed another`() {
        #expect(air(7, seconds: 120) == air(7, seconds: 120))
        #expect(air(7, seconds: 120) != air(8, seconds: 120))
    }

    @Test(arguments: seeds)
    func `The air comes in time order and never ends`(seed: UInt64) {
        let air = Array(SimulatedShop(seed: seed).prefix(5_000))
        #expect(air.count == 5_000)
        #expect(zip(air, air.dropFirst()).allSatisfy { $0.microseconds <= $1.microseconds })
        #expect(air.allSatisfy { $0.data.count <= 31 && $0.rssi >= -97 && $0.rssi < 0 })
    }

    @Test(arguments: seeds)
    func `The demo visitor comes in first, stays at the shelf, and is gone by 45 s`(seed: UInt64) throws {
        let visit = air(seed, seconds: 49).filter { beacon($0) == SimulatedShop.demoVisitor }
        let times = visit.map { Double($0.microseconds) / 1e6 }
        let (first, last) = (try #require(times.first), try #require(times.last))
        #expect((3...6).contains(first) && (40...45).contains(last))
        let stay = visit.filter { (8_000_000...38_000_000).contains($0.microseconds) }
        #expect(Double(stay.count { $0.rssi >= -70 }) > 0.85 * Double(stay.count))
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 8 })
        let shoppers = air(seed, seconds: 49).compactMap(beacon).filter { $0.uuid == SimulatedShop.uuid }
        #expect(Set(shoppers) == [SimulatedShop.demoVisitor])
    }

    @Test(arguments: seeds)
    func `Shop and shelf see the demo visitor enter, dwell and leave`(seed: UInt64) {
        let filter = RegionFilter.iBeacon(uuid: SimulatedShop.uuid, majors: nil, minors: nil)
        var shelf = Region(name: "shelf", role: .shelf, filter: filter)
        shelf.notify.dwell = [.seconds(20)]
        let regions = [Region(name: "shop", role: .store, filter: filter), shelf]
        var engine = PresenceEngine(PresenceConfiguration(regions: regions), at: .zero)
        for heard in air(seed, seconds: 49) {
            guard let beacon = beacon(heard) else { continue }
            engine.sight(
                Sighting(
                    beacon: beacon, address: heard.address, rssi: heard.rssi, measuredPower: -59,
                    at: Instant(microseconds: heard.microseconds)))
        }
        engine.advance(to: Instant(microseconds: 100_000_000))
        let events = engine.takeOutputs().compactMap { output -> PresenceEvent? in
            if case .event(let event) = output { event } else { nil }
        }
        let kinds = events.filter { $0.region == 1 }.map(\.kind)
        #expect(kinds.count == 3 && kinds.first == .enter(.presentAtStart))
        #expect(kinds.contains(.dwell(threshold: .seconds(20))))
        #expect(events.filter { $0.region == 0 }.map(\.kind) == [.enter(.presentAtStart), .exit(.timeout)])
        let dwell = events.first { $0.kind == .dwell(threshold: .seconds(20)) }
        #expect(dwell.map { $0.at < Instant(microseconds: 36_000_000) } == true)
    }

    @Test func `Shoppers one to eight come and go`() {
        let air = air(3, seconds: 1800)
        let shoppers = air.compactMap(beacon).filter { $0.uuid == SimulatedShop.uuid }
        #expect(Set(shoppers.map(\.minor)) == Set(1...8) && Set(shoppers.map(\.major)) == [1])
        let addresses = Dictionary(grouping: air.filter { beacon($0) == SimulatedShop.demoVisitor }, by: \.address)
        #expect(addresses.count > 1, "each visit has an address of its own")
    }

    @Test func `Strangers are heard throughout, under addresses that change`() {
        let air = air(3, seconds: 1800)
        let continuity = air.filter { $0.data.count > 8 && Array($0.data[4...7]) == [0xFF, 0x4C, 0, 0x10] }
        #expect(Set(continuity.map(\.address)).count > 5)
        #expect(Set(continuity.map { $0.microseconds / 60_000_000 }).count == 30)
        let eddystone = air.compactMap(beacon).filter { $0.format == .eddystoneUID }
        #expect(Set(eddystone).count > 5)
    }
}
