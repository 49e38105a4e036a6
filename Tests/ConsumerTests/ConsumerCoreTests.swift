import Beacons
import ConsumerStore
import Engagement
import Foundation
import MQTT
import Messages
import TestSupport
import Testing

@testable import beckon_consumer

@Suite struct ConsumerCoreTests {
    let shop: ConsumerShop

    init() throws { shop = try ConsumerShop() }

    @Test func `who stays at the shelf is told once, as a notification of the contract`() throws {
        try shop.enter("v1")
        try shop.wait(19.999)
        #expect(shop.decisions.isEmpty)
        try shop.wait(0.001)
        #expect(shop.decisions == ["sent"])
        let messages = try shop.publish()
        let message = try #require(messages.first)
        #expect(messages.count == 1)
        #expect(message.topic == "beckon-user/v1/u1/notify")
        #expect(message.qos == 1 && !message.isRetained && message.expiry == 600)
        let notification = try Notification(parsing: message.payload)
        #expect(notification.user == "u1" && notification.zone == "beer")
        #expect(notification.id.hasPrefix("notification-"))
        #expect(notification.expiresAt == ConsumerShop.noon + 620_000)
        try shop.wait(3600)
        #expect(try shop.publish().isEmpty)
    }

    @Test func `the same event again is a duplicate, and a second visit meets the cap`() throws {
        let event = shop.event(visit: "v1")
        try shop.receive(shop.message(event), shop.message(event))
        try shop.wait(20)
        #expect(shop.decisions == ["duplicate_event", "sent"])
        try shop.exit("v1")
        try shop.wait(31 * 60)
        try shop.enter("v2")
        try shop.wait(20)
        #expect(shop.decisions.last == "user_cap")
    }

    @Test func `a dry run counts for no cap: the day it ends everyone may be told`() throws {
        try shop.use { $0.dryRun = true }
        for visit in ["v1", "v2"] {
            try shop.enter(visit)
            try shop.wait(20)
            try shop.exit(visit)
            try shop.wait(31 * 60)
        }
        #expect(shop.decisions == ["dry_run", "dry_run"])
        #expect(try shop.publish().isEmpty)
        try shop.use()
        try shop.enter("v3")
        try shop.wait(20)
        #expect(shop.decisions.last == "sent")
    }

    @Test func `who passes by is left alone, and why is said`() throws {
        try shop.enter("v1")
        try shop.wait(10)
        try shop.exit("v1")
        try shop.wait(120)
        #expect(shop.decisions == ["dwell_too_short"])
    }

    @Test func `who came and went while the consumer was away has not stayed, however late it hears of it`() throws {
        let enter = shop.message(shop.event(visit: "v1", age: 60))
        try shop.receive(enter)
        #expect(shop.decisions.isEmpty, "a minute ago, and heard once: no dwell yet")
        try shop.receive(
            shop.message(shop.event(.exit(reason: "timeout", dwell: 5000), visit: "v1", age: 25)))
        try shop.wait(120)
        #expect(shop.decisions == ["dwell_too_short"])
    }

    @Test func `the back-log of an earlier visit does not hide the one that goes on`() throws {
        try shop.receive(shop.status(.online), shop.presence("v2", since: 15))
        try shop.enter("v1", age: 300)
        try shop.receive(shop.message(shop.event(.exit(reason: "timeout", dwell: 5000), visit: "v1", age: 240)))
        try shop.wait(5)
        #expect(shop.decisions == ["stale_event", "sent"])
    }

    @Test func `an event that comes late triggers nothing, and live presence resumes`() throws {
        try shop.receive(shop.status(.online))
        try shop.enter("v1", age: 180)
        #expect(shop.decisions == ["stale_event"])
        try shop.receive(shop.presence("v1", since: 180, isRetained: true))
        #expect(shop.decisions == ["stale_event"])
        try shop.receive(shop.presence("v1", since: 180))
        #expect(shop.decisions == ["stale_event", "sent"])
        try shop.wait(60)
        try shop.receive(shop.presence("v1", since: 240))
        try shop.wait(60)
        #expect(shop.decisions == ["stale_event", "sent"])
    }

    @Test func `the will of an earlier run of a gateway says nothing of this one`() throws {
        try shop.receive(shop.status(.online, boot: "b2"), shop.status(.lost, boot: "b1"))
        try shop.receive(shop.presence("v1", since: 60))
        #expect(shop.decisions == ["sent"])
    }

    @Test func `night in Helsinki is quiet`() throws {
        try shop.wait(8 * 3600 - 19)
        try shop.enter("v1")
        try shop.wait(20)
        #expect(shop.decisions == ["quiet_hours"])
    }

    @Test func `strangers, forgeries and unknown gateways and sites are refused`() throws {
        let stranger = BeaconIdentity.iBeacon(uuid: BeaconUUID(1), major: 1, minor: 1)
        try shop.receive(shop.message(shop.event(visit: "v9", beacon: stranger)))
        try shop.wait(20)
        let forged = shop.event(visit: "v1", seq: 99)
        let other = GatewayID(site: "shop", gateway: "box-2")
        try shop.receive(shop.message(forged, by: .event(other, .enter, region: "shelf", Subject(forged.beacon))))
        try shop.receive(shop.message(shop.event(visit: "v2", gateway: other)))
        try shop.receive(shop.message(shop.event(visit: "v3", gateway: GatewayID(site: "elsewhere", gateway: "box"))))
        #expect(shop.decisions == ["unknown_beacon", "forged", "unknown_gateway", "unknown_site"])
        // The forgery has not used up the number of the true event.
        try shop.receive(shop.message(forged))
        try shop.wait(20)
        #expect(shop.decisions.last == "sent")
    }

    // MARK: - Broken lines, processes and messages

    @Test func `a crash before the broker's answer repeats the same notification`() throws {
        try shop.enter("v1")
        try shop.wait(20)
        let first = try shop.publish(isAcknowledged: false)
        try shop.restart(after: 30)
        let second = try shop.publish()
        #expect(first.count == 1)
        #expect(second.map(\.payload) == first.map(\.payload))
        try shop.restart()
        #expect(try shop.publish().isEmpty)
        try shop.enter("v2")
        try shop.wait(20)
        #expect(shop.decisions == ["sent", "visit_cap"], "the store visit goes on after the crash")
    }

    @Test func `what a full disk kept from being decided is decided when there is room`() throws {
        try shop.enter("v1")
        try shop.fill(true)
        #expect(throws: StoreError.self) { try shop.wait(20) }
        #expect(throws: StoreError.self) { try shop.wait(20) }
        #expect(shop.decisions.isEmpty)
        try shop.fill(false)
        try shop.wait(1)
        #expect(shop.decisions == ["sent"])
        #expect(try shop.publish().count == 1)
    }

    @Test func `after a lost connection it goes out again under its id, until it expires`() throws {
        try shop.enter("v1")
        try shop.wait(20)
        let first = try shop.publish(isAcknowledged: false)
        shop.disconnect()
        #expect(try shop.publish(isAcknowledged: false).isEmpty)
        shop.connect()
        #expect(try shop.publish(isAcknowledged: false).map(\.payload) == first.map(\.payload))
        shop.disconnect()
        try shop.wait(600)
        #expect(try shop.publish().isEmpty)
        #expect(shop.withdrawn == ["expired"])
    }

    @Test func `who left before the broker came back is told nothing, and has a notification left`() throws {
        try shop.enter("v1")
        try shop.wait(20)
        try shop.exit("v1")
        try shop.wait(61)
        #expect(try shop.publish().isEmpty)
        #expect(shop.withdrawn == ["not_present"])
        try shop.wait(31 * 60)
        try shop.enter("v2")
        try shop.wait(20)
        #expect(shop.decisions.last == "sent")
    }

    @Test func `what the broker refuses gives its place back`() throws {
        try shop.enter("v1")
        try shop.wait(20)
        _ = try shop.publish(isRefused: true)
        #expect(shop.withdrawn == ["refused by the broker"])
        try shop.exit("v1")
        try shop.wait(31 * 60)
        try shop.enter("v2")
        try shop.wait(20)
        #expect(shop.decisions == ["sent", "sent"])
    }

    @Test(arguments: ["", "{", "[]", "null", "{\"specversion\":\"1.0\"}", String(repeating: "[", count: 60_000)])
    func `a message that is none of the contract's is dropped`(payload: String) throws {
        let topics = [
            "beckon/v1/shop/box/status", "beckon/v1/shop/box/event/enter/shelf/ibeacon:x",
            "beckon/v1/shop/box/presence/shelf/\(Subject(ConsumerShop.beacon).text)",
            "beckon/v1/shop/box/ranging/shelf",
            "beckon/v1/shop/box/event/enter", "other/topic", "",
        ]
        for topic in topics { try shop.receive(ReceivedMessage(topic: topic, payload: Array(payload.utf8))) }
        #expect(shop.dropped == (payload.isEmpty ? 0 : topics.count))
    }

    @Test func `messages with random damage do no harm, and the next good one works`() throws {
        var random = SplitMix64(seed: 1)
        let good = [
            shop.message(shop.event(visit: "v1")), shop.presence("v1", since: 10), shop.status(.online),
        ]
        for _ in 0..<20_000 {
            guard let message = good.randomElement(using: &random) else { break }
            var payload = message.payload
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                guard let index = payload.indices.randomElement(using: &random) else { break }
                switch Int.random(in: 0..<3, using: &random) {
                case 0: payload[index] = UInt8.random(in: 0...255, using: &random)
                case 1: payload.remove(at: index)
                default: payload.insert(contentsOf: Array("9999999999".utf8), at: index)
                }
            }
            try shop.receive(
                ReceivedMessage(
                    topic: message.topic, payload: payload, isRetained: Bool.random(using: &random)))
        }
        #expect(shop.dropped > 5000)
        #expect(!shop.decisions.contains("sent"), "none has had the time")
        try shop.receive(shop.status(.online, boot: "new"), shop.presence("v77", since: 0))
        try shop.wait(20)
        #expect(shop.decisions.last == "sent")
    }

    // MARK: - Another directory

    @Test func `a new directory counts at once, and visits go on as they are`() throws {
        try shop.use([])
        try shop.enter("v1")
        try shop.wait(15)
        try shop.use([ConsumerShop.visitor])
        try shop.wait(4.999)
        #expect(shop.decisions.isEmpty)
        try shop.wait(0.001)
        #expect(shop.decisions == ["sent"])
    }

    @Test func `another reading of the configuration counts at once, and visits go on as they are`() throws {
        var plan = PartitionPlan()
        plan.sites = [ConsumerShop.site]
        plan.storeRegions = ["shop"]
        plan.rules.dwell = .seconds(600)
        try shop.use(plan)
        try shop.enter("v1")
        try shop.wait(30)
        #expect(shop.decisions.isEmpty)
        // Reached already.
        plan.rules.dwell = .seconds(25)
        plan.templates["en"].title = "Try {item}"
        try shop.use(plan)
        #expect(shop.decisions == ["sent"])
        let title = try shop.publish().first.map { try Notification(parsing: $0.payload).title }
        #expect(title?.hasPrefix("Try ") == true)
    }

    @Test func `a site that is added is heard, by the gateways that it names`() throws {
        var plan = PartitionPlan()
        var annex = SiteConfiguration(name: "annex", timeZone: "Europe/Helsinki")
        annex.zones = [ZoneConfiguration(name: "beer", gateways: [.init(gateway: "box-2")], selection: "beers")]
        plan.sites = [ConsumerShop.site, annex]
        let visits = try shop.visits()
        try shop.use(plan)
        #expect(shop.knownGateways == ["shop": ["box"], "annex": ["box-2"]])
        #expect(try shop.visits() == visits)
        try shop.enter("v1")
        try shop.wait(20)
        #expect(shop.decisions == ["sent"])
    }

    @Test func `of who is erased while they are told something nothing is sent and nothing kept`() throws {
        try shop.enroll()
        try shop.enter("v1")
        try shop.wait(20)
        #expect(shop.decisions == ["sent"])
        try shop.erase("u1")
        try shop.use([])
        #expect(try shop.publish().isEmpty)
        #expect(try shop.visits().isEmpty)
    }

    @Test func `who was erased a moment ago, unheard of here, is not decided about`() throws {
        try shop.enroll()
        try shop.enter("v1")
        try shop.erase("u1")
        try shop.wait(20)
        #expect(shop.decisions.isEmpty)
    }

    @Test func `who stays over four hours three times in two weeks works here`() throws {
        for day in 0..<3 {
            try shop.enter("v\(day)")
            for minute in 1...242 {
                try shop.wait(60)
                try shop.receive(shop.presence("v\(day)", since: Double(minute) * 60))
            }
            try shop.exit("v\(day)")
            try shop.wait(20 * 3600)
        }
        #expect(shop.decisions == ["sent", "sent", "user_cap"])
        try shop.enter("v3")
        try shop.wait(20)
        #expect(shop.decisions.last == "staff")
        try shop.exit("v3")
        try shop.wait(14 * 86_400)
        try shop.enter("v4")
        try shop.wait(20)
        #expect(shop.decisions.last == "repeat_item", "a shopper again, who has been told of all there is")
    }

    @Test func `a gateway is asked to forget until it says that it has`() throws {
        try shop.enroll()
        let forget = try #require(try shop.erase("u1"))
        #expect(forget.gateway == "shop/box" && forget.beacon == ConsumerShop.beacon)
        var pace = ForgetRequest.Pace()
        let asked = [0, 29_999, 30_000].map { pace.next(of: [forget], at: $0).count }
        #expect(asked == [1, 0, 1])
        #expect(!pace.isDue(at: 30_999) && pace.isDue(at: 31_000))

        let message = try #require(ForgetRequest.message(forget, by: "consumer-p00", shop.topics))
        #expect(message.topic == "beckon/v1/shop/box/request")
        let text = String(decoding: message.payload, as: UTF8.self)
        let subject = Subject(ConsumerShop.beacon).text
        #expect(text == #"{"id":"consumer-p00:\#(forget.id)","op":"forget","args":{"subject":"\#(subject)"}}"#)
        try shop.receive(shop.response(forget.id, isOK: false), shop.response("other"))
        #expect(try shop.openForgets() == [forget])
        try shop.receive(shop.response(forget.id, by: GatewayID(site: "shop", gateway: "box-2")))
        #expect(try shop.openForgets() == [forget])
        try shop.receive(shop.response(forget.id), shop.response(forget.id))
        #expect(try shop.openForgets().isEmpty)
        #expect(shop.outputs.count { if case .forgotten = $0 { true } else { false } } == 1)
    }

    // MARK: - The import folder

    @Test func `a file counts when it has stood still for one look, and once`() throws {
        var folder = FolderWatch()
        var looks = [folder.hasChanged(shop.folder), folder.hasChanged(shop.folder)]
        #expect(looks == [true, false], "what is there at the start is taken in then")
        for text in ["a", "ab"] {
            try text.write(toFile: shop.folder + "/items.csv", atomically: true, encoding: .utf8)
            looks.append(folder.hasChanged(shop.folder))
        }
        looks += (0..<2).map { _ in folder.hasChanged(shop.folder) }
        try "c".write(toFile: shop.folder + "/notes.txt", atomically: true, encoding: .utf8)
        looks += (0..<2).map { _ in folder.hasChanged(shop.folder) }
        #expect(looks.dropFirst(2) == [false, false, true, false, false, false])
    }
}
