import Messages
import Testing

@testable import beckon_consumer

/// What the consumer tells a gateway to be kept: the gateway forgets it.
@Suite struct AcknowledgementTests {
    private func hear(_ shop: ConsumerShop, _ numbers: UInt64...) throws {
        for number in numbers {
            try shop.receive(shop.message(shop.event(visit: "v\(number)", seq: number)))
        }
    }

    @Test func `everything up to the first gap is acknowledged, once`() throws {
        let shop = try ConsumerShop()
        #expect(try shop.acknowledged() == nil)
        try hear(shop, 1, 2, 4)
        #expect(try shop.acknowledged() == 2)
        #expect(try shop.acknowledged() == nil)
        try shop.restart()
        try hear(shop, 3)
        #expect(try shop.acknowledged() == 4)
    }

    @Test func `a repeat is acknowledged again: the gateway did not hear it the first time`() throws {
        let shop = try ConsumerShop()
        try hear(shop, 1, 2)
        _ = try shop.acknowledged()
        try hear(shop, 1)
        #expect(try shop.acknowledged() == 2)
    }

    @Test func `who comes late does not wait for what was before`() throws {
        let shop = try ConsumerShop()
        try hear(shop, 500, 501)
        #expect(try shop.acknowledged() == 501)
        try hear(shop, 503)
        #expect(try shop.acknowledged() == 501)
    }

    @Test func `what its gateway lost counts as handled, but not what is missing before it`() throws {
        let shop = try ConsumerShop()
        try hear(shop, 1, 2)
        try shop.receive(shop.lost(3, 90_000))
        try hear(shop, 90_001)
        #expect(try shop.acknowledged() == 90_001)
        try shop.receive(shop.lost(90_005, 90_009))
        #expect(try shop.acknowledged() == 90_001)
    }

    @Test func `a loss that another topic tells of is nobody's`() throws {
        let shop = try ConsumerShop()
        try hear(shop, 1)
        _ = try shop.acknowledged()
        try shop.receive(shop.lost(2, 9, by: .lost(GatewayID(site: "shop", gateway: "other"))))
        #expect(try shop.acknowledged() == nil)
    }
}
