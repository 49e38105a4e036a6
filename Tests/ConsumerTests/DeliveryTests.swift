import Engagement
import Foundation
import JSON
import Messages
import TestSupport
import Testing

@testable import HTTPClient
@testable import Settings
@testable import beckon_consumer

/// The channels beside the broker, with answers in place of servers.
@Suite struct DeliveryTests {
    static let webhook = Channel.webhook(url: "https://shop.example/hook")
    static let ntfy = Channel.ntfy(topic: "zq4x9s7kd2m5")
    static let apprise = Channel.apprise(url: "tgram://bot/chat")

    /// Every channel configured; attempts exactly on time.
    static func delivery() throws -> Delivery {
        var settings = ChannelSettings()
        settings.webhook = .init(
            secret: Secret(place: .here("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")), allowsPrivate: false)
        settings.ntfy = .init(url: "https://ntfy.example", token: Secret(place: .here("tk_1")))
        settings.apprise = .init(url: "http://apprise.example:8000")
        return Delivery(servers: try ChannelServers(settings), spread: { 1 })
    }

    /// A shopper of whom it was decided that they are told.
    static func shop(by channels: Channel...) throws -> ConsumerShop {
        let shop = try ConsumerShop(by: channels, delivery())
        try shop.enter("v1")
        try shop.wait(20)
        try #require(shop.decisions == ["sent"])
        return shop
    }

    static func failure(_ kind: HTTPError.Kind) -> Result<HTTPResponse, HTTPError> {
        .failure(HTTPError(kind, "\(kind)"))
    }

    @Test func `a webhook carries the notification, signed, and 2xx confirms it`() throws {
        let shop = try Self.shop(by: Self.webhook)
        let call = try #require(try shop.calls().first)
        #expect(call.request.method == .post && call.request.url == "https://shop.example/hook")
        #expect(!call.request.allowsPrivate)
        let notification = try Notification(parsing: call.request.body)
        #expect(call.request.headers["webhook-id"] == notification.id)
        #expect(call.request.headers["webhook-timestamp"] == "\(shop.now / 1000)")
        #expect(call.request.headers["Content-Type"] == "application/json")
        try shop.answer(call.ticket, status: 204)
        #expect(try shop.sends == ["sent"])
        #expect(try shop.calls().isEmpty && shop.publish().isEmpty)
    }

    @Test func `attempts come after 1, 3, 8 and 20 s with the same id, each signed anew, and no more`() throws {
        let shop = try Self.shop(by: Self.webhook)
        var (times, ids, stamps): ([Int64], Set<String>, Set<String>) = ([], [], [])
        let start = shop.now
        for _ in 0..<400 {
            for call in try shop.calls() {
                times.append((shop.now - start) / 100)
                ids.insert(call.request.headers["webhook-id"] ?? "")
                stamps.insert(call.request.headers["webhook-timestamp"] ?? "")
                try shop.answer(call.ticket, status: 503)
            }
            try shop.receive(shop.presence("v1", since: 0))
            try shop.wait(0.1)
        }
        #expect(times == [0, 10, 40, 120, 320])
        #expect(ids.count == 1 && stamps.count == 5)
        #expect(shop.withdrawn == ["status 503"])
        #expect(try shop.sends.isEmpty, "nothing of it has arrived, so it counts for nothing")
    }

    @Test func `the server's own wish for a pause is granted`() throws {
        let shop = try Self.shop(by: Self.webhook)
        try shop.answer(try #require(try shop.calls().first).ticket, status: 429, retryAfter: 12)
        try shop.wait(11.9)
        #expect(try shop.calls().isEmpty)
        try shop.wait(0.1)
        #expect(try shop.calls().count == 1)
    }

    @Test(arguments: [301, 302, 307, 400, 401, 403, 404, 410, 413, 422])
    func `a permanent failure goes to the next channel at once, and only one gets it`(status: Int) throws {
        let shop = try Self.shop(by: Self.webhook, Self.ntfy, .mqtt)
        try shop.answer(try #require(try shop.calls().first).ticket, status: status)
        let second = try shop.calls()
        #expect(second.map(\.request.url) == ["https://ntfy.example/"])
        #expect(try shop.publish().isEmpty)
        try shop.answer(second[0].ticket, status: 200)
        #expect(try shop.calls().isEmpty && shop.publish().isEmpty)
        #expect(try shop.sends == ["sent"])
    }

    @Test func `so do a private address, a bad certificate and a server that never was there`() throws {
        for kind in [HTTPError.Kind.privateAddress, .tls, .request] {
            let shop = try Self.shop(by: Self.webhook, .mqtt)
            try shop.answer(try #require(try shop.calls().first).ticket, Self.failure(kind))
            #expect(try shop.publish().count == 1)
        }
        let shop = try Self.shop(by: Self.webhook, .mqtt)
        for pause in [1.0, 3, 8, 20, 0] {
            try shop.answer(try #require(try shop.calls().first).ticket, Self.failure(.unreachable))
            try shop.receive(shop.presence("v1", since: 0))
            try shop.wait(pause)
        }
        #expect(try shop.publish().count == 1)
    }

    @Test func `what may have arrived goes by no other channel`() throws {
        let shop = try Self.shop(by: Self.webhook, .mqtt)
        try shop.answer(try #require(try shop.calls().first).ticket, Self.failure(.deadline))
        try shop.wait(1)
        try shop.answer(try #require(try shop.calls().first).ticket, status: 404)
        #expect(try shop.publish().isEmpty && shop.calls().isEmpty)
        #expect(try shop.sends == ["sent"], "too few beats too many")
    }

    @Test func `without idempotency it is not even tried again`() throws {
        for channel in [Self.ntfy, Self.apprise] {
            for answer in [Self.failure(.deadline), Self.failure(.broken), .success(HTTPResponse(status: 502))] {
                let shop = try Self.shop(by: channel, .mqtt)
                try shop.answer(try #require(try shop.calls().first).ticket, answer)
                try shop.wait(5)
                #expect(try shop.calls().isEmpty && shop.publish().isEmpty)
                #expect(try shop.sends == ["sent"])
            }
        }
    }

    @Test func `but where it surely did not arrive it is`() throws {
        let shop = try Self.shop(by: Self.ntfy)
        try shop.answer(try #require(try shop.calls().first).ticket, Self.failure(.unreachable))
        try shop.wait(1)
        #expect(try shop.calls().count == 1)
    }

    @Test func `an address that is gone is not used again, and without another nobody is told`() throws {
        let shop = try Self.shop(by: Self.webhook)
        try shop.answer(try #require(try shop.calls().first).ticket, status: 410)
        #expect(shop.withdrawn == ["the address is gone"])
        try shop.exit("v1")
        try shop.wait(31 * 60)
        try shop.enter("v2")
        try shop.wait(20)
        #expect(shop.decisions == ["sent", "no_channel"])
        #expect(try shop.calls().isEmpty)
    }

    @Test func `a channel that is not configured is none`() throws {
        let shop = try ConsumerShop(by: [Self.ntfy, Self.webhook, Self.apprise])
        try shop.enter("v1")
        try shop.wait(20)
        #expect(shop.decisions == ["no_channel"])
        #expect(try shop.sends.isEmpty)
    }

    @Test func `who leaves the shop between two attempts is left alone`() throws {
        let shop = try Self.shop(by: Self.webhook)
        try shop.answer(try #require(try shop.calls().first).ticket, status: 503)
        try shop.exit("v1")
        try shop.wait(61)
        #expect(try shop.calls().isEmpty)
        #expect(shop.withdrawn == ["not_present"])
    }

    @Test func `too many calls at a time only delay it`() throws {
        let shop = try Self.shop(by: Self.ntfy)
        try shop.notStarted(try #require(try shop.calls().first).ticket)
        #expect(try shop.calls().isEmpty)
        try shop.wait(0.1)
        let call = try #require(try shop.calls().first)
        try shop.answer(call.ticket, status: 200)
        #expect(try shop.sends == ["sent"])
    }

    @Test func `after a crash it is repeated where its id is known, and counts as sent elsewhere`() throws {
        for (channel, repeats) in [(Self.webhook, true), (Self.ntfy, false), (Self.apprise, false)] {
            let shop = try Self.shop(by: channel, .mqtt)
            let payload = try shop.reservedPayload
            let id = try Notification(parsing: try #require(payload)).id
            #expect(try shop.calls().count == 1)
            try shop.restart(after: 1)
            try shop.receive(shop.presence("v1", since: 22))
            let calls = try shop.calls()
            #expect(calls.map { $0.request.headers["webhook-id"] } == (repeats ? [id] : []))
            #expect(try shop.publish().isEmpty, "never by the second channel")
            #expect(try shop.sends == [repeats ? "reserved" : "sent"])
        }
    }

    @Test func `after a crash on the second channel the first is not tried again`() throws {
        let shop = try Self.shop(by: Self.ntfy, Self.webhook)
        try shop.answer(try #require(try shop.calls().first).ticket, status: 404)
        #expect(try shop.calls().map(\.request.url) == ["https://shop.example/hook"])
        try shop.restart(after: 1)
        try shop.receive(shop.presence("v1", since: 22))
        #expect(try shop.calls().map(\.request.url) == ["https://shop.example/hook"])
    }

    @Test func `by the broker the attempt is kept with the decision, by others just before it`() throws {
        #expect(try Self.shop(by: .mqtt, Self.ntfy).attempts == ["mqtt"])
        let shop = try Self.shop(by: Self.ntfy, .mqtt)
        #expect(try shop.attempts == [])
        #expect(try shop.calls().count == 1)
        #expect(try shop.attempts == [Self.ntfy.description])
    }

    @Test func `after a crash before the first attempt the channels are tried in their order`() throws {
        let shop = try Self.shop(by: Self.ntfy, Self.webhook)
        try shop.restart(after: 1)
        #expect(try shop.calls().map(\.request.url) == ["https://ntfy.example/"])
    }

    @Test func `whatever servers answer and whenever we crash, one notification goes by one channel`() throws {
        var random = SplitMix64(seed: 9)
        let all = [Self.webhook, Self.ntfy, Self.apprise, .mqtt]
        for round in 0..<60 {
            let channels = Array(all.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
            let shop = try ConsumerShop(by: channels, Self.delivery())
            try shop.enter("v1")
            try shop.wait(20)
            /// By which something may have arrived.
            var reached: [String] = []
            for _ in 0..<12 {
                try shop.receive(shop.presence("v1", since: 0))
                for call in try shop.calls() {
                    let answer = Int.random(in: 0..<7, using: &random)
                    if answer < 4 { reached.append(call.request.url) }
                    switch answer {
                    case 0: try shop.answer(call.ticket, status: 200)
                    case 1: try shop.answer(call.ticket, Self.failure(.deadline))
                    case 2: try shop.answer(call.ticket, status: 500)
                    case 3: try shop.restart(after: 0.1)
                    case 4: try shop.answer(call.ticket, status: 404)
                    case 5: try shop.answer(call.ticket, Self.failure(.unreachable))
                    default: try shop.answer(call.ticket, status: 429)
                    }
                }
                let messages = try shop.publish(isAcknowledged: Bool.random(using: &random))
                reached += messages.map { _ in "mqtt" }
                if !messages.isEmpty, Bool.random(using: &random) {
                    shop.disconnect()
                    shop.connect()
                }
                try shop.wait(Double.random(in: 0...9, using: &random))
            }
            #expect(Set(reached).count <= 1, "round \(round): \(channels) \(reached)")
            for once in ["https://ntfy.example/", "http://apprise.example:8000/notify"] {
                #expect(reached.count { $0 == once } <= 1, "round \(round): \(reached)")
            }
        }
    }
}
