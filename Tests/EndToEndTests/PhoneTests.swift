import Foundation
import Testing

/// Shoppers' phones at the real consumer: what they hear, and what is heard of them.
@Suite struct PhoneTests {
    private static let uuid = "7c1de6a0-93f4-4f0b-8a5e-0d6a2b9c4e11"
    private let inside = #"{"event":"inside","beacons":[{"uuid":"\#(uuid)"}]}"#

    @Test func aPhoneThatTellsTheUUIDAloneIsAtTheOnlyPlaceOfIt() async throws {
        let shop = try await WebShop(places: ["\(Self.uuid),7,3,demo-shop,beer-shelf,0,"])
        let start = ContinuousClock.now
        let first = try shop.post("/v1/encounters", token: shop.userToken, inside)
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(first.status == 200 && first.body.contains(#""zone":"beer-shelf""#), "\(first)")
        let again = try shop.post("/v1/encounters", token: shop.userToken, inside)
        #expect(again.status == 204 && again.header("beckon-reason") == "visit_cap", "\(again)")
    }

    @Test func aPhoneAtAPlaceThatAsksForDwellReachesItThoughItSpeaksNowAndThenOnly() async throws {
        let shop = try await WebShop(places: ["\(Self.uuid),7,3,demo-shop,beer-shelf,3,"])
        let subscriber = try await shop.workspace.subscribe("beckon-user/+/+/notify")
        try await eventually("it is connected") { shop.consumer.text.contains("mqtt: connected") }
        let start = ContinuousClock.now
        for _ in 0..<2 {
            let answer = try shop.post("/v1/encounters", token: shop.userToken, inside)
            #expect(answer.status == 204 && answer.header("beckon-reason") == "dwell_too_short", "\(answer)")
            try await Task.sleep(for: .seconds(1))
        }
        try await subscriber.first(on: "q4x9-stout/notify", within: .seconds(10))
        #expect(ContinuousClock.now - start > .seconds(3))
        #expect(subscriber.messages(on: "/notify").count == 1)
    }

    @Test func aPhoneThatIsHeardInBurstsReachesItsDwellByTheirSum() async throws {
        let shop = try await LiveShop(rules: "dwell: 4s")
        let subscriber = try await shop.workspace.subscribe("beckon-user/+/+/notify")
        // As 8 s on and 20 s off, only faster.
        for _ in 0..<2 {
            try shop.enter(LiveShop.lover)
            try await Task.sleep(for: .milliseconds(1200))
            try shop.leaves(LiveShop.lover)
            try await Task.sleep(for: .seconds(2))
        }
        #expect(subscriber.messages.isEmpty, "2.4 s of 4, in 6.4 s")
        try shop.enter(LiveShop.lover)
        try await subscriber.first(on: "q4x9-stout/notify", within: .seconds(10))
    }
}
