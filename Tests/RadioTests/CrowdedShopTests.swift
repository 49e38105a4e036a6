import Beacons
import Testing

@testable import Radio

@Suite struct CrowdedShopTests {
    private static let seeds = Array(1...3) as [UInt64]

    private func plan(_ seed: UInt64, visitors: UInt16 = 24, gateways: Int = 4) -> CrowdedShop.Plan {
        var plan = CrowdedShop.Plan()
        plan.seed = seed
        plan.visitors = visitors
        plan.gateways = gateways
        plan.arrivals = 300
        return plan
    }

    private func minor(_ transmission: Transmission) -> UInt16? {
        var counters = DecodeCounters()
        var found: BeaconIdentity?
        BeaconDecoder.identities(in: transmission.data.span, counters: &counters) { found = $0.identity }
        return found?.minor
    }

    private func mean(_ air: [Transmission]) -> Double {
        air.map { Double($0.rssi) }.reduce(0, +) / Double(air.count)
    }

    @Test(arguments: seeds)
    func `The same seed gives the same air, another seed another, another gateway another`(seed: UInt64) {
        let air = Array(CrowdedShop(plan(seed), gateway: 1))
        #expect(air == Array(CrowdedShop(plan(seed), gateway: 1)))
        #expect(air != Array(CrowdedShop(plan(seed + 1), gateway: 1)))
        #expect(air != Array(CrowdedShop(plan(seed), gateway: 2)))
    }

    @Test(arguments: seeds)
    func `Every visitor is heard, in time order and at levels that receivers have, and the shop empties`(seed: UInt64) {
        let air = Array(CrowdedShop(plan(seed), gateway: 0))
        #expect(Set(air.compactMap(minor)) == Set(1...24))
        #expect(zip(air, air.dropFirst()).allSatisfy { $0.microseconds <= $1.microseconds })
        #expect(air.allSatisfy { (-97 ... -20).contains($0.rssi) })
        #expect(Dictionary(grouping: air, by: \.address).count == 24)
        let last = (1...24).map { Shopper($0, plan(seed), heardBy: 0).transmitter.walk.end }.max() ?? 0
        #expect(air.allSatisfy { Double($0.microseconds) < last * 1e6 } && last < 900)
    }

    /// The level of who stands still for 25 s or more follows how far away it is, for each gateway.
    @Test(arguments: seeds)
    func `Each gateway hears whoever stands nearer to it stronger`(seed: UInt64) throws {
        let plan = plan(seed)
        let gateways = (0..<plan.gateways).map { Dictionary(grouping: CrowdedShop(plan, gateway: $0), by: minor) }
        var compared = 0
        for shopper in (1...plan.visitors).map({ Shopper($0, plan, heardBy: 0) }) {
            let walk = shopper.transmitter.walk
            let stay = stride(from: walk.start, to: walk.end - 20, by: 5).first {
                walk.place(at: $0) == walk.place(at: $0 + 20)
            }
            guard let stay else { continue }
            let heard = gateways.enumerated().map { index, air in
                let stay = Int64(stay * 1e6)...Int64((stay + 20) * 1e6)
                return (
                    distance: walk.place(at: Double(stay.lowerBound) / 1e6).distance(to: plan.place(ofGateway: index)),
                    level: mean(air[shopper.minor, default: []].filter { stay.contains($0.microseconds) })
                )
            }.sorted { $0.distance < $1.distance }
            let (nearest, next) = (heard[0], heard[1])
            #expect(nearest.distance < 1.6 && next.distance > 6)
            #expect(nearest.level > next.level + 6)
            #expect((-66 ... -50).contains(nearest.level))
            compared += 1
        }
        #expect(compared > 6)
    }

    @Test func `Who comes and what one gateway hears of them does not depend on how many others come`() {
        let few = Array(CrowdedShop(plan(5, visitors: 3), gateway: 0))
        let many = CrowdedShop(plan(5, visitors: 30), gateway: 0).filter { minor($0).map { $0 <= 3 } ?? false }
        #expect(few == many && !few.isEmpty)
    }

    @Test func `One visitor and one gateway are a shop too`() {
        let air = Array(CrowdedShop(plan(1, visitors: 1, gateways: 1), gateway: 0))
        #expect(Set(air.compactMap(minor)) == [1])
    }
}
