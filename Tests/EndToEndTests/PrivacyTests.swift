import Foundation
import JSON
import Testing

/// What of a person leaves the box: every byte at a real broker.
@Suite struct PrivacyTests {
    private static let uuid = AirShop.uuid

    @Test func withPseudonymsOnNoIdentityLeavesTheBoxNorStandsInALogAndTheShopperIsKnownAllTheSame() async throws {
        // Minor 2 is a visitor of the demo's directory.
        let shop = try await AirShop(
            pseudonyms: true, AirShop.air([(2, AirShop.levels((-60, 60))), (77, AirShop.levels((-65, 60)))]))
        let consumer = try shop.start("beckon-consumer")
        try await eventually("the consumer connects") { consumer.text.contains("mqtt: connected") }
        let gateway = try shop.start("beckon-gateway")
        try await shop.everything.first(on: "/notify", within: .seconds(60))
        try await shop.everything.first(on: "/telemetry", within: .seconds(60))
        for topic in ["/event/enter/shop/", "/presence/shop/", "/sighting/shop/", "/ranging/shop"] {
            #expect(!shop.everything.messages(on: topic).isEmpty, "\(topic)")
        }
        let event = try #require(shop.everything.messages(on: "/event/enter/shop/").first)
        let beacon = try #require(event.json["data"]?["beacon"])
        #expect(beacon["key_id"]?.string == "k1" && beacon["uuid"] == nil && beacon["format"] == nil)
        #expect(beacon["pseudonym"]?.string?.utf8.count == 26)
        #expect(event.topic.hasSuffix("/" + (beacon["pseudonym"]?.string ?? "?")))
        for (name, text) in [("broker", shop.bytes), ("gateway", gateway.text), ("consumer", consumer.text)] {
            for trace in [Self.uuid, Self.uuid.uppercased(), "ibeacon", ":1:2", ":1:77", "41c08dfd", "c0:00:00"] {
                #expect(!text.contains(trace), "\(name): \(trace)")
            }
        }
    }

    @Test func whoHoldsATagToTheReaderForFiveSecondsIsGoneAndNothingLeavesAboutThemFromThenOn() async throws {
        let stay = AirShop.air([(2, AirShop.levels((-60, 8), (-30, 8), (-60, 60))), (3, AirShop.levels((-60, 76)))])
        let shop = try await AirShop(pseudonyms: false, stay)
        let consumer = try shop.start("beckon-consumer")
        try await eventually("the consumer connects") { consumer.text.contains("mqtt: connected") }
        try await shop.everything.first(on: "/_site/deny") { $0.json["hashes"]?.array?.isEmpty == true }
        let gateway = try shop.start("beckon-gateway")
        let mine = "ibeacon:\(Self.uuid):1:2"
        try await shop.everything.first(on: "/presence/shop/\(mine)")
        try await shop.everything.first(on: "/event/tap/till/\(mine)", within: .seconds(40)) {
            ($0.json["data"]?["hold_ms"]?.int ?? 0) >= 5000
        }
        let list = try await shop.everything.first(on: "/_site/deny", within: .seconds(5)) {
            $0.json["hashes"]?.array?.count == 1
        }
        #expect(!list.payload.contains("ibeacon"))
        try await eventually("the gateway forgets", within: .seconds(2)) { gateway.text.contains("visits forgotten") }
        // What was sent before is all that there is, but for the clearing of what the broker retained.
        for region in ["shop", "till"] {
            try await shop.everything.first(on: "/presence/\(region)/\(mine)", within: .seconds(2)) {
                $0.payload.isEmpty
            }
        }
        try await Task.sleep(for: .milliseconds(300))
        let seen = shop.bytes.utf8.count
        // The other's presence is told again each minute, and ranging each second: the gateway goes on.
        try await eventually("ten seconds more", within: .seconds(20)) {
            shop.everything.messages(on: "/ranging/shop").count > 24
        }
        let after = String(decoding: Array(shop.bytes.utf8).dropFirst(seen), as: UTF8.self)
        #expect(after.contains(":1:3") || after.contains(#""minor":3"#))
        #expect(!after.contains(mine) && !after.contains(#""minor":2"#))
        #expect(shop.everything.messages(on: "/event/exit").allSatisfy { !$0.topic.contains(mine) })
        #expect(try shop.disk.range(of: Data(mine.utf8)) == nil)

        // Nobody is there to say it again: the list lies with the gateway.
        consumer.send(SIGKILL)
        gateway.send(SIGKILL)
        _ = try await gateway.exitCode()
        shop.workspace.stopBroker()
        let again = try shop.start("beckon-gateway")
        try await eventually("it hears the other") { again.text.contains("visits=") }
        try await Task.sleep(for: .seconds(10))
        #expect(try shop.disk.range(of: Data("\(Self.uuid):1:3".utf8)) != nil)
        #expect(try shop.disk.range(of: Data(mine.utf8)) == nil)
        #expect(again.isRunning)
    }

    @Test func whereOnlyWhoEnrolledIsHeardAStrangerLeavesNoByte() async throws {
        let shop = try await AirShop(
            pseudonyms: true, enrolledOnly: true,
            AirShop.air([(2, AirShop.levels((-60, 40))), (77, AirShop.levels((-60, 40)))]))
        let consumer = try shop.start("beckon-consumer")
        try await shop.everything.first(on: "/_site/deny") { $0.json["mode"]?.string == "allow" }
        let gateway = try shop.start("beckon-gateway")
        try await shop.everything.first(on: "/notify", within: .seconds(60))
        let subjects = Set(shop.everything.messages(on: "/event/enter/").compactMap { $0.json["subject"]?.string })
        #expect(subjects.count == 1)
        #expect(consumer.isRunning && gateway.isRunning)
    }
}
