import Beacons
import Engagement
import MQTT
import Messages
import Testing

@testable import beckon_consumer

/// What the consumer tells the world of a site, over crashes and broken lines.
@Suite struct SiteEventTests {
    let shop: ConsumerShop

    init() throws { shop = try ConsumerShop() }

    private func visits(_ messages: [MQTTMessage]) throws -> [SiteVisit] {
        try messages.map { try SiteVisit(parsing: $0.payload) }
    }

    @Test func `a visit is told by the contract: enter, exit, and the retained place`() throws {
        try shop.enter("v1")
        let entered = try shop.publish(on: "_site/")
        #expect(entered.map(\.qos) == [1, 1])
        #expect(entered.map(\.isRetained) == [false, true])
        let enter = try #require(try visits([entered[0]]).first)
        #expect(entered[0].topic == shop.topics.text(enter.topic))
        #expect(enter.type == .enter && enter.zone == "beer" && enter.visit == "v1")
        let place = try SiteWhereabouts(parsing: entered[1].payload)
        #expect(place.zone == "beer" && place.visit == "v1")
        try shop.exit("v1")
        try shop.wait(1800)
        let left = try shop.publish(on: "_site/")
        let exit = try #require(try visits([left[0]]).first)
        #expect(exit.type == .exit && exit.dwell == 0 && exit.reason == "timeout")
        #expect(left[1].payload.isEmpty && left[1].isRetained && left[1].topic == entered[1].topic)
    }

    @Test func `a pseudonym goes with the name of its key, to the visit's end and over a restart`() throws {
        let beacon = try #require(BeaconIdentity("mfrggzdfmztwq2lknnwg23tpob"))
        var enter = shop.event(visit: "v1", beacon: beacon)
        enter.keyID = "2026-11"
        try shop.receive(shop.message(enter))
        try shop.restart()
        try shop.receive(
            shop.message(shop.event(.exit(reason: "timeout", dwell: 1000), visit: "v1", beacon: beacon)))
        try shop.wait(1800)
        let told = try visits(shop.publish(on: "/visit/"))
        #expect(told.map(\.type) == [.enter, .exit])
        #expect(told.map(\.keyID) == ["2026-11", "2026-11"])
    }

    @Test(arguments: [[], [Self.refusing]])
    func `of who is erased or refuses to be seen nothing is told but that the retained place is taken back`(
        visitors: [Visitor]
    ) throws {
        try shop.enter("v1")
        let place = try #require(try shop.publish(on: "_site/presence").first)
        _ = try shop.publish(on: "/visit/")
        try shop.use(visitors)
        let cleared = try shop.publish(on: "_site/")
        #expect(cleared.map(\.topic) == [place.topic] && cleared.map(\.payload) == [[]])
        try shop.wait(3600)
        #expect(try shop.publish(on: "_site/").isEmpty)
        #expect(try shop.visits().isEmpty)
    }

    private static let refusing: Visitor = {
        var visitor = ConsumerShop.visitor
        visitor.consents[.presence] = Consent(.refused, at: ConsumerShop.noon)
        return visitor
    }()

    @Test func `what the broker has not acknowledged goes out again after a crash, under the same id`() throws {
        try shop.enter("v1")
        let first = try shop.publish(on: "/visit/", isAcknowledged: false)
        try shop.restart()
        let second = try shop.publish(on: "/visit/", isAcknowledged: false)
        #expect(first.count == 1)
        #expect(second.map(\.payload) == first.map(\.payload))
        shop.disconnect()
        shop.connect()
        #expect(try shop.publish(on: "/visit/").map(\.payload) == first.map(\.payload))
        #expect(try shop.publish(on: "/visit/").isEmpty)
        try shop.restart()
        #expect(try shop.publish(on: "/visit/").isEmpty)
    }

    @Test func `what it has acknowledged is not told again: after a broken line, or after a crash a second later`()
        throws
    {
        try shop.enter("v1")
        #expect(try shop.publish(on: "/visit/").count == 1)
        shop.disconnect()
        shop.connect()
        #expect(try shop.publish(on: "/visit/").isEmpty)
        // With the next thing that is written the store forgets it …
        func enter(_ minor: UInt16) throws -> [MQTTMessage] {
            let beacon = BeaconIdentity.iBeacon(uuid: BeaconUUID(9), major: 1, minor: minor)
            try shop.receive(shop.message(shop.event(visit: "w\(minor)", beacon: beacon)))
            return try shop.publish(on: "/visit/")
        }
        #expect(try enter(1).count == 1)
        #expect(try enter(2).count == 1)
        try shop.restart()
        #expect(try visits(shop.publish(on: "/visit/")).map(\.visit) == ["w2"], "of just now it is not known")
        // … and where nothing is, after a second.
        #expect(try enter(3).count == 1)
        try shop.wait(0.9)
        _ = try shop.publish()
        try shop.wait(1)
        _ = try shop.publish()
        try shop.restart()
        #expect(try shop.publish(on: "/visit/").isEmpty)
    }

    @Test func `what is retained of before is put right, and only that`() throws {
        try shop.enter("v1")
        let place = try #require(try shop.publish(on: "_site/presence").first)
        try shop.restart()
        #expect(try shop.publish(on: "_site/presence").map(\.topic) == [place.topic], "told anew at each connection")
        try shop.receive(ReceivedMessage(topic: place.topic, payload: place.payload, isRetained: true))
        #expect(try shop.publish(on: "_site/presence").isEmpty, "it is true")
        let other = shop.topics.text(.sitePresence(site: "shop", Subject(.iBeacon(uuid: .init(7), major: 1, minor: 1))))
        try shop.receive(ReceivedMessage(topic: other, payload: place.payload, isRetained: true))
        let cleared = try shop.publish(on: "_site/presence")
        #expect(cleared.map(\.topic) == [other])
        #expect(cleared.map(\.payload) == [[]])
    }

    @Test func `a thousand visits while the broker is away are told in order, a hundred at a time`() throws {
        shop.disconnect()
        for number in 0..<150 {
            let beacon = BeaconIdentity.iBeacon(uuid: BeaconUUID(9), major: 1, minor: UInt16(number))
            try shop.receive(shop.message(shop.event(visit: "w\(number)", beacon: beacon)))
        }
        shop.connect()
        let first = try shop.publish(on: "/visit/")
        let second = try shop.publish(on: "/visit/")
        #expect(first.count == 100 && second.count == 50)
        #expect(try visits(first + second).map(\.visit) == (0..<150).map { "w\($0)" })
    }

    // MARK: - Gateways that are gone

    @Test func `a status that is taken away retires its gateway`() throws {
        try shop.receive(shop.status(.online))
        try shop.enter("v1")
        _ = try shop.publish(on: "/")
        let status = shop.topics.text(.status(ConsumerShop.box))
        try shop.receive(ReceivedMessage(topic: status, payload: []))
        let told = try shop.publish(on: "/")
        #expect(try visits(told.filter { $0.topic.contains("/visit/") }).map(\.reason) == ["gateway_lost"])
        let presence = shop.topics.text(.presence(ConsumerShop.box, region: "shelf", Subject(ConsumerShop.beacon)))
        #expect(told.contains { $0.topic == presence && $0.payload.isEmpty && $0.isRetained })
    }

    @Test func `presence that its gateway has not told again for a day is cleared`() throws {
        let old = shop.presence("v1", since: 90_000, lastSeen: 86_400, isRetained: true)
        try shop.receive(old)
        #expect(try shop.publish(on: "/presence/shelf").map(\.topic) == [old.topic])
        try shop.receive(shop.presence("v2", since: 90_000, lastSeen: 86_399, isRetained: true))
        #expect(try shop.publish(on: "/presence/shelf").isEmpty)
    }

    // MARK: - The kill switch

    private func pause(_ isPaused: Bool) throws {
        let paused = Paused(at: shop.now, isPaused: isPaused, reason: "stocktaking")
        try shop.receive(
            ReceivedMessage(topic: shop.topics.text(.paused(site: "shop")), payload: paused.rendered()))
    }

    @Test func `paused nobody is told anything, also after a restart, until it goes on`() throws {
        try pause(true)
        try shop.restart()
        try shop.enter("v1")
        try shop.wait(20)
        #expect(shop.decisions == ["paused"])
        try pause(false)
        try shop.exit("v1")
        try shop.wait(31 * 60)
        try shop.enter("v2")
        try shop.wait(20)
        #expect(shop.decisions == ["paused", "sent"])
    }

    @Test func `a pause takes back what was decided and not yet sent`() throws {
        try shop.enter("v1")
        try shop.wait(20)
        try pause(true)
        #expect(try shop.publish().isEmpty)
        #expect(shop.withdrawn == ["paused"])
        try shop.receive(ReceivedMessage(topic: shop.topics.text(.paused(site: "shop")), payload: []))
        try shop.exit("v1")
        try shop.wait(31 * 60)
        try shop.enter("v2")
        try shop.wait(20)
        #expect(shop.decisions == ["sent", "sent"], "it counted for nothing")
    }

    // MARK: - What the store remembers

    @Test func `three working days make a colleague`() throws {
        for day in 1...3 {
            try shop.enter("d\(day)")
            for _ in 0..<20 {
                try shop.wait(900)
                try shop.receive(shop.status(.online), shop.presence("d\(day)", since: 900))
            }
            try shop.exit("d\(day)")
            try shop.wait(24 * 3600 - 5 * 3600)
        }
        try shop.enter("d4")
        try shop.wait(20)
        #expect(shop.decisions.last == "staff")
    }

    @Test func `what was dismissed is not told again, and what a site sends in an hour is bounded`() throws {
        try shop.enter("v1")
        try shop.wait(20)
        let item = try Notification(parsing: try #require(try shop.publish().first).payload).item
        try shop.record(
            Feedback(id: "f1", user: "u1", item: item, notification: "n", kind: .dismissed, at: shop.now))
        try shop.exit("v1")
        try shop.wait(40 * 86_400)
        try shop.enter("v2")
        try shop.wait(20)
        let other = try Notification(parsing: try #require(try shop.publish().first).payload).item
        #expect(other != item)
    }
}
