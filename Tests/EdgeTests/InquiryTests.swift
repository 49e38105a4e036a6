import JSON
import MQTT
import Messages
import Presence
import TestSupport
import Testing

@testable import Edge

/// Questions of whoever may write to the request topic.
@Suite struct InquiryTests {
    private let box = GatewayID(site: "demo-shop", gateway: "box")
    private let topics = Topics()

    private func read(
        _ payload: String, to topic: String? = nil, correlation: [UInt8]? = nil, isRetained: Bool = false
    ) -> Inquiry.Reading {
        Inquiry(
            ReceivedMessage(
                topic: "beckon/v1/demo-shop/box/request", payload: Array(payload.utf8), isRetained: isRetained,
                responseTopic: topic, correlation: correlation)
        ).reading(by: box, topics)
    }

    private func fault(_ reading: Inquiry.Reading) -> String? {
        if case .fault(let fault, _) = reading { fault.code } else { nil }
    }

    private func asker(_ reading: Inquiry.Reading) -> Inquiry.Asker? {
        switch reading {
        case .question(_, let asker), .fault(_, let asker): asker
        case .unanswerable: nil
        }
    }

    @Test func theAnswerGoesToTheResponseTopicWithTheCorrelationElseByTheId() throws {
        let five = read(#"{"op":"rescan"}"#, to: "beckon/v1/demo-shop/box/response/alice", correlation: [0, 255])
        #expect(asker(five) == .init(topic: .response(box, client: "alice"), id: nil, correlation: [0, 255]))
        let three = read(#"{"op":"rescan","id":"alice:7"}"#)
        #expect(asker(three) == .init(topic: .response(box, client: "alice"), id: "alice:7", correlation: nil))
        #expect(asker(read(#"{"op":"rescan","id":"7"}"#))?.topic == .response(box, client: "7"))
        // What could be a wildcard or a level is none.
        let strange = try #require(asker(read(##"{"op":"rescan","id":"../#/+"}"##)))
        #expect(topics.text(strange.topic) == "beckon/v1/demo-shop/box/response/%2E%2E%2F%23%2F%2B")
    }

    @Test(arguments: [
        "beckon/v1/demo-shop/box/status", "beckon/v1/demo-shop/other/response/me", "beckon/v1/demo-shop/box/response",
        "beckon/v1/demo-shop/box/response/", "beckon/v1/demo-shop/box/response/a/b", "beckon-user/v1/alice/notify", "",
        "beckon/v1/demo-shop/box/response/+", "beckon/v1/demo-shop/box/response/" + String(repeating: "x", count: 500),
    ])
    func aResponseTopicElsewhereIsRefusedEvenWithAnId(topic: String) {
        #expect(asker(read(#"{"op":"state","id":"me"}"#, to: topic)) == nil)
    }

    @Test func whatNobodyCanBeAnsweredForIsNot() {
        let response = "beckon/v1/demo-shop/box/response/me"
        #expect(asker(read(#"{"op":"state"}"#)) == nil)
        #expect(asker(read(#"{"op":"state","id":":7"}"#)) == nil)
        #expect(asker(read(#"{"op":"state","id":"\#(String(repeating: "x", count: 65))"}"#)) == nil)
        #expect(asker(read(#"{"op":"forget","args":{"subject":"x"}}"#, to: response, isRetained: true)) == nil)
        #expect(asker(read(#"{"op":"state"}"#, to: response, correlation: Array(repeating: 1, count: 1025))) == nil)
    }

    @Test(arguments: [
        (#"{"op":"reboot"}"#, "unknown_op"), (#"{}"#, "unknown_op"), ("nonsense", "bad_request"), ("", "bad_request"),
        (#"{"op":"loglevel"}"#, "bad_request"), (#"{"op":"loglevel","args":{"level":"loud"}}"#, "bad_request"),
        (#"{"op":"forget"}"#, "bad_request"), (#"{"op":"forget","args":{"subject":"a","hash":"b"}}"#, "bad_request"),
        (#"{"op":"outbox","args":{"do":"burn"}}"#, "bad_request"),
        (#"{"op":"state","args":{"region":"No Name"}}"#, "bad_request"), (#"{"op":"state","args":[]}"#, "bad_request"),
        (#"{"op":"rescan","pad":""# + String(repeating: "x", count: 20_000) + #""}"#, "too_large"),
    ])
    func whatIsWrongIsSaid(payload: String, code: String) {
        let reading = read(payload, to: "beckon/v1/demo-shop/box/response/me", correlation: [1])
        #expect(fault(reading) == code)
        #expect(asker(reading)?.correlation == [1])
    }

    @Test func theIdComesBackAlsoWithWhatIsNoQuestion() {
        #expect(asker(read(#"{"op":"reboot","id":"me:3"}"#))?.id == "me:3")
    }

    @Test func anyBytesAreSomething() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let message = ReceivedMessage(
                topic: "t", payload: random.bytes(0...80),
                responseTopic: String(decoding: random.bytes(0...40), as: UTF8.self), correlation: random.bytes(0...9))
            #expect(asker(Inquiry(message).reading(by: box, topics)) == nil)
        }
    }

    @Test func whoAsksTooOftenIsToldAndThenIgnored() {
        var budget = RequestBudget(at: .zero)
        var verdicts: [RequestBudget.Verdict] = []
        for _ in 0..<100 { verdicts.append(budget.verdict(at: .zero)) }
        #expect(verdicts.filter { $0 == .answer }.count == 20)
        #expect(verdicts.filter { $0 == .refuse }.count == 20)
        #expect(verdicts.last == .ignore)
        let soon = budget.verdict(at: .zero + .seconds(1))
        let later = budget.verdict(at: .zero + .seconds(30))
        #expect(soon == .refuse && later == .answer)
    }
}
