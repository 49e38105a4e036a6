import Foundation
import TestSupport
import Testing

/// kill -9 of the real consumer, beside a real broker and a real receiver: at every sync of its files and every send to
/// a socket, from a shopper's coming to the confirmation of what they are told.
@Suite struct KillTests {
    @Test(arguments: DyingShop.Way.allCases)
    func atWhateverStepOfASendItIsKilledTheShopperIsToldOnce(way: DyingShop.Way) async throws {
        let shop = try await DyingShop(visitors: 100, ways: [way])
        var (visitor, deaths, survivals) = (0, 0, 0)
        // Its sends and syncs are not always the same ones: that it survives once is not yet the end of them.
        try await shop.begin(dyingAt: 1)
        while survivals < 2 {
            try shop.arm()
            try shop.comes(visitor)
            try await eventually("it dies, or \(visitor) is told") {
                try !shop.isAlive || shop.isConfirmed(visitor)
            }
            shop.disarm()
            let hasDied = !shop.isAlive
            try await shop.begin(dyingAt: visitor + 2)
            if hasDied {
                deaths += 1
                var polls = 0
                try await eventually("\(visitor) is told after all; \(shop.story)", within: .seconds(20)) {
                    // As a gateway says it now and then.
                    polls += 1
                    if polls % 15 == 1 { try shop.stays(visitor) }
                    return try shop.isConfirmed(visitor)
                }
            } else {
                survivals += 1
            }
            visitor += 1
        }
        #expect(deaths > 10)
        try shop.check(0..<visitor)
    }

    @Test func overManyRandomLivesOfTheProcessEachShopperIsToldOnce() async throws {
        var random = SplitMix64(seed: 6)
        let shop = try await DyingShop(visitors: 100, ways: DyingShop.Way.allCases)
        var visitors = 0
        try shop.arm()
        for _ in 0..<12 {
            try await shop.begin(dyingAt: Int.random(in: 1...40, using: &random))
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                try shop.comes(visitors)
                visitors += 1
            }
            // Who was there before may come again: that is no reason to be told again.
            for visitor in 0..<visitors where Int.random(in: 0..<4, using: &random) == 0 { try shop.returns(visitor) }
            for visitor in 0..<visitors { try shop.stays(visitor) }
            for _ in 0..<30 where shop.isAlive { try await Task.sleep(for: .milliseconds(10)) }
        }
        shop.disarm()
        try await shop.begin()
        let everyone = 0..<visitors
        try await eventually("all are told; \(shop.story)", within: .seconds(20)) {
            for visitor in everyone { try shop.stays(visitor) }
            return try everyone.allSatisfy(shop.isConfirmed)
        }
        try shop.check(everyone)
    }
}
