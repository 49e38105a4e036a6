import Daemon
import JSON
import MQTT
import Messages
import Testing

@testable import beckon

@Suite struct WatchTests {
    private let topics = Topics()
    private let plain = Style(environment: Environment(["NO_COLOR": "1"]))

    @Test func aWordIsLookedForAFilterIsSubscribedTo() throws {
        let all = try WatchFilter(nil, topics)
        #expect(all.subscriptions.contains("beckon/v1/+/+/event/#") && all.shows("anything"))
        let word = try WatchFilter("enter", topics)
        #expect(word.subscriptions == all.subscriptions)
        #expect(word.shows("beckon/v1/a/b/event/enter/c/d") && !word.shows("beckon/v1/a/b/event/exit/c/d"))
        #expect(try WatchFilter("demo-shop/#", topics).subscriptions == ["beckon/v1/demo-shop/#"])
        #expect(try WatchFilter("beckon-user/v1/+/notify", topics).subscriptions == ["beckon-user/v1/+/notify"])
        #expect(try WatchFilter("#", topics).subscriptions == ["beckon/v1/#"])
        for wrong in ["#/a", "a/b#", "a+/b", "a/#/b"] {
            #expect(throws: UsageError.self) { try WatchFilter(wrong, topics) }
        }
    }

    @Test func aLineSaysWhatHappenedToWhomAndHow() {
        let exit = line(
            "beckon/v1/demo-shop/box/event/exit/shelf/ibeacon:x:1:2",
            """
            {"time":"2026-11-30T17:05:12.345Z",
             "data":{"reason":"timeout","dwell_ms":90500,"rssi":-61.4,"distance_m":1.0}}
            """)
        #expect(exit.hasSuffix("demo-shop/box/shelf  exit       ibeacon:x:1:2  timeout after 90.5 s -61.4 dBm 1 m"))
        let cleared = line("beckon/v1/demo-shop/box/presence/shelf/ibeacon:x:1:2", "")
        #expect(cleared == "--:--:--  demo-shop/box/shelf  cleared    ibeacon:x:1:2")
        let told = line(
            "beckon-user/v1/alice/notify",
            #"{"time":"2026-11-30T17:05:12.345Z","data":{"title":"Porter?","body":"a\nb"}}"#)
        #expect(told.hasSuffix(#"alice  notify     Porter?  a\nb"#))
    }

    @Test func whatComesFromStrangersSteersNoTerminal() {
        let text = line("a/\u{1B}[2J", "\u{1B}]0;gone\u{07}\n{")
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        #expect(line("beckon/v1/a/b/status", #"{"state":"on\u001b[31m"}"#).contains(#"on\u{1b}[31m"#))
        let wild = #"{"data":{"rssi":1e300,"dwell_ms":9223372036854775807}}"#
        #expect(line("beckon/v1/a/b/event/exit/c/d", wild).contains("1e+300 dBm"))
    }

    @Test func jsonLinesHoldTopicAndPayloadWhateverItIs() throws {
        func json(_ payload: String, isRetained: Bool = false) throws -> JSONValue {
            let message = ReceivedMessage(topic: "t", payload: Array(payload.utf8), isRetained: isRetained)
            return try JSONValue(parsing: WatchLine(message, topics).json)
        }
        let retained = try json(#"{"a":1}"#, isRetained: true)
        #expect(retained.description == #"{"topic":"t","retained":true,"payload":{"a":1}}"#)
        #expect(try json("")["payload"] == .null)
        #expect(try json("x")["payload"] == .string("x"))
    }

    private func line(_ topic: String, _ payload: String) -> String {
        WatchLine(ReceivedMessage(topic: topic, payload: Array(payload.utf8)), topics).text(plain)
    }
}
