import Engagement
import JSON
import MQTT
import Messages
import Testing

@testable import HTTPClient
@testable import Settings
@testable import beckon_consumer

/// The retailer's engine, with answers in place of a server.
@Suite struct EngineTests {
    /// A shopper who has stayed: the engine is asked.
    private static func shop() throws -> ConsumerShop {
        let server = try EngineServer(.init(url: "http://engine", token: Secret(place: .here("t"))))
        let shop = try ConsumerShop(engine: EngineDesk(server, deadline: .milliseconds(800)))
        try shop.enter("v1")
        try shop.wait(20)
        return shop
    }

    private let shop: ConsumerShop

    init() throws { shop = try Self.shop() }

    private func question() throws -> (ticket: CallTicket, id: String, body: JSONValue, request: HTTPRequest) {
        let calls = try shop.calls().filter { $0.request.url.hasSuffix("/v1/recommendations") }
        let call = try #require(calls.first)
        let body = try JSONValue(parsing: call.request.body)
        return (call.ticket, try #require(body["request_id"]?.string), body, call.request)
    }

    private static func answer(_ id: String, _ items: String, kind: String = "probability", ttl: Int = 0) -> String {
        """
        {"request_id":"\(id)","recommendation_id":"rec-1","model":"theirs/7","score_kind":"\(kind)",\
        "items":[\(items)],"ttl_s":\(ttl)}
        """
    }

    private var told: String? {
        get throws { try shop.publish().first.map { try Notification(parsing: $0.payload).item } }
    }

    @Test func `the engine's choice is told`() throws {
        let question = try question()
        #expect(question.request.headers["Authorization"] == "Bearer t")
        #expect(question.request.deadline == .milliseconds(800) && question.request.allowsPrivate)
        #expect(shop.decisions.isEmpty)
        try shop.wait(0.3)
        try shop.answer(question.ticket, status: 200, Self.answer(question.id, #"{"id":"b","score":0.9}"#))
        #expect(shop.decisions == ["sent"])
        #expect(try told == "b")
        #expect(shop.explanation.contains("theirs/7"))
    }

    @Test func `what the engine says is nothing is nothing, and nobody else is asked`() throws {
        let question = try question()
        try shop.answer(question.ticket, status: 200, Self.answer(question.id, ""))
        #expect(shop.decisions == ["not_relevant"])
        #expect(try shop.calls().isEmpty)
    }

    @Test func `the gate is ours: what the engine doubts is not told`() throws {
        let question = try question()
        try shop.answer(question.ticket, status: 200, Self.answer(question.id, #"{"id":"b","score":0.6}"#))
        #expect(shop.decisions == ["not_relevant"])
    }

    @Test func `a score that is no probability orders, and our own match lets pass`() throws {
        let question = try question()
        let items = #"{"id":"a","score":-7},{"id":"b","score":1e6}"#
        try shop.answer(question.ticket, status: 200, Self.answer(question.id, items, kind: "relative"))
        #expect(try told == "b")
    }

    @Test func `a hanging engine costs less than a second`() throws {
        let start = shop.now
        _ = try question()
        try shop.wait(0.849)
        #expect(shop.decisions.isEmpty)
        try shop.wait(0.001)
        #expect(shop.decisions == ["sent"] && shop.now - start == 850)
        #expect(try told == "a")
        #expect(shop.explanation.contains("profile-match/1, since no answer in time"))
    }

    @Test(arguments: [
        "", "<html>", "NaN", #"{"items":[]}"#,
        #"{"request_id":"ID","score_kind":"probability","items":[{"id":"a","score":NaN}]}"#,
        #"{"request_id":"ID","score_kind":"probability","items":[{"id":"stranger","score":1}]}"#,
        #"{"request_id":"ID","score_kind":"probability","items":[{"id":"a","score":7}]}"#,
    ])
    func `an answer that breaks the contract is none, and the embedded recommender decides`(body: String) throws {
        let question = try question()
        try shop.answer(question.ticket, status: 200, body.replacing("ID", with: question.id))
        #expect(shop.decisions == ["sent"])
        #expect(try told == "a")
    }

    @Test(arguments: [301, 400, 401, 404, 409, 422, 429, 500])
    func `nor is any status but 200`(status: Int) throws {
        try shop.answer(try question().ticket, status: status)
        #expect(shop.decisions == ["sent"])
    }

    @Test(arguments: [HTTPError.Kind.deadline, .broken, .tooLarge, .tls])
    func `nor is a call that fails`(kind: HTTPError.Kind) throws {
        try shop.answer(try question().ticket, DeliveryTests.failure(kind))
        #expect(shop.decisions == ["sent"])
    }

    @Test func `an engine that does not know the selection is sent it, and from then on at once`() throws {
        let first = try question()
        #expect(first.body["candidates"] == nil)
        try shop.wait(0.2)
        try shop.answer(first.ticket, status: 409, #"{"code":"unknown_selection"}"#)
        let second = try question()
        #expect(second.body["candidates"]?.array?.count == 2 && second.id == first.id)
        #expect(second.request.deadline == .milliseconds(600))
        try shop.answer(second.ticket, status: 200, Self.answer(second.id, #"{"id":"b","score":0.9}"#))
        #expect(try told == "b")
        try shop.exit("v1")
        try shop.wait(21 * 3600)
        try shop.enter("v2")
        try shop.wait(20)
        #expect(try question().body["candidates"] != nil)
    }

    @Test func `a server that is away for a moment is asked once more`() throws {
        let first = try question()
        try shop.wait(0.1)
        try shop.answer(first.ticket, DeliveryTests.failure(.unreachable))
        let second = try question()
        #expect(second.request.deadline == .milliseconds(700))
        try shop.answer(second.ticket, status: 200, Self.answer(second.id, #"{"id":"b","score":0.9}"#))
        #expect(try told == "b")
    }

    @Test func `an answer that comes after the decision changes nothing`() throws {
        let question = try question()
        try shop.wait(1)
        try shop.answer(question.ticket, status: 200, Self.answer(question.id, #"{"id":"b","score":0.9}"#))
        #expect(shop.decisions == ["sent"])
        #expect(try told == "a")
    }

    @Test func `who leaves while the engine thinks is told nothing`() throws {
        let question = try question()
        try shop.exit("v1")
        try shop.wait(0.5)
        try shop.answer(question.ticket, status: 200, Self.answer(question.id, #"{"id":"b","score":0.9}"#))
        #expect(shop.decisions == ["sent"], "half a second is not gone: rule 5 gives a minute")
        try shop.wait(61)
        #expect(try shop.publish().isEmpty)
    }

    @Test func `too many questions at a time are not the engine's fault`() throws {
        try shop.notStarted(try question().ticket)
        #expect(shop.decisions == ["sent"])
        #expect(shop.explanation.contains("too many calls under way"))
    }

    @Test func `what the shopper was shown and did is told the engine, each event under one id`() throws {
        let question = try question()
        try shop.answer(question.ticket, status: 200, Self.answer(question.id, #"{"id":"b","score":0.9}"#))
        let sent = try Notification(parsing: try #require(try shop.publish().first).payload)
        try shop.record(
            Feedback(
                id: "f1", user: "u1", item: "b", notification: sent.id, kind: .rated(stars: 4), at: shop.now + 5))
        try shop.wait(10)
        let letter = try #require(try shop.calls().first)
        #expect(letter.request.url == "http://engine/v1/feedback")
        let events = try JSONValue(parsing: letter.request.body).array ?? []
        #expect(events.map { $0["type"]?.string } == ["shown", "rated"])
        #expect(events.map { $0["event_id"]?.string } == ["shown:\(sent.id)", "f1"])
        #expect(events.map { $0["recommendation_id"]?.string } == ["rec-1", "rec-1"])
        #expect(events[1]["value"] == .integer(4))
        try shop.answer(letter.ticket, status: 503)
        #expect(try shop.calls().isEmpty)
        try shop.wait(20)
        let again = try #require(try shop.calls().first)
        #expect(again.request.body == letter.request.body)
        try shop.answer(again.ticket, status: 202)
        try shop.wait(600)
        #expect(try shop.calls().isEmpty)
    }

    @Test func `whoever was erased is forgotten by the engine, until it says so`() throws {
        try shop.answer(try question().ticket, status: 500)
        try shop.enroll()
        try shop.eraseAlsoAtEngine("u1")
        try shop.wait(10)
        let letter = try #require(try shop.calls().first)
        #expect(letter.request.method == .delete && letter.request.url == "http://engine/v1/users/u1")
        try shop.answer(letter.ticket, DeliveryTests.failure(.unreachable))
        try shop.wait(20)
        try shop.answer(try #require(try shop.calls().first).ticket, status: 404)
        try shop.wait(600)
        #expect(try shop.calls().isEmpty)
    }
}
