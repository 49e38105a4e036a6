import Beacons
import Messages
import TestSupport
import Testing

@Suite("Topics")
struct TopicsTests {
    private let topics = Topics()
    private static let subject = Subject(Samples.beacon)
    private static let id = "ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2"
    private static let box = "beckon/v1/helsinki-1/shelf-1"

    static let table: [(Topic, String, qos: UInt8, retained: Bool)] = [
        (.status(Samples.shelf), "\(box)/status", 1, true),
        (.event(Samples.shelf, .enter, region: "shelf", subject), "\(box)/event/enter/shelf/\(id)", 1, false),
        (.presence(Samples.shelf, region: "shelf", subject), "\(box)/presence/shelf/\(id)", 1, true),
        (.region(Samples.shelf, region: "shelf"), "\(box)/region/shelf", 1, true),
        (.ranging(Samples.shelf, region: "shelf"), "\(box)/ranging/shelf", 0, false),
        (.sighting(Samples.shelf, region: "shelf", subject), "\(box)/sighting/shelf/\(id)", 0, false),
        (.telemetry(Samples.shelf), "\(box)/telemetry", 0, false),
        (.lost(Samples.shelf), "\(box)/lost", 1, false),
        (.ack(Samples.shelf), "\(box)/ack", 1, true),
        (.request(Samples.shelf), "\(box)/request", 1, false),
        (.response(Samples.shelf, client: "tool.1"), "\(box)/response/tool%2E1", 1, false),
        (
            .visit(site: "helsinki-1", .move, zone: "beer", subject),
            "beckon/v1/helsinki-1/_site/visit/move/beer/\(id)",
            1, false
        ),
        (
            .visit(site: "helsinki-1", .enter, zone: nil, subject),
            "beckon/v1/helsinki-1/_site/visit/enter/_store/\(id)", 1, false
        ),
        (.sitePresence(site: "helsinki-1", subject), "beckon/v1/helsinki-1/_site/presence/\(id)", 1, true),
        (.paused(site: "helsinki-1"), "beckon/v1/helsinki-1/_site/paused", 1, true),
        (.deny(site: "helsinki-1"), "beckon/v1/helsinki-1/_site/deny", 1, true),
        (.consumerStatus(id: "shop"), "beckon/v1/_consumer/shop/status", 1, true),
        (.notify(user: "alice-7"), "beckon-user/v1/alice-7/notify", 1, false),
        (.encounter(user: "alice-7"), "beckon-user/v1/alice-7/encounter", 1, false),
    ]

    @Test("Each topic is written and read as the contract says, with its quality and retention")
    func contract() {
        for (topic, text, qos, isRetained) in Self.table {
            #expect(topics.text(topic) == text)
            #expect(topics.parse(text) == topic)
            #expect(topic.qos == qos)
            #expect(topic.isRetained == isRetained)
        }
        let other = Topics(base: "shop/a/b", users: "persons")
        for (topic, _, _, _) in Self.table { #expect(other.parse(other.text(topic)) == topic) }
    }

    @Test("At the default base an event has seven slashes")
    func slashes() {
        let text = topics.text(.event(Samples.shelf, .proximity, region: "shelf", Self.subject))
        #expect(text.count { $0 == "/" } == 7)
    }

    @Test(
        "What the contract does not know is no topic",
        arguments: [
            "", "/", "beckon/v1", "beckon/v1/", "beckon/v10/a/b/status", "beckon/v1/a/b", "beckon/v1/a/b/",
            "beckon/v1//b/status",
            "beckon/v1/a/b/status/", "beckon/v1/a/b/Status", "beckon/v1/A/b/status", "beckon/v1/_a/b/status",
            "beckon/v1/a/_b/status", "beckon/v1/a/_site/status", "beckon/v1/a/b/event/enter/r",
            "beckon/v1/a/b/event/leave/r/x", "beckon/v1/a/b/event/_probe/_/nonce", "beckon/v1/a/b/event/enter/_r/x",
            "beckon/v1/a/b/event/enter/r/", "beckon/v1/a/b/event/enter/r/x/y", "beckon/v1/a/b/event/enter/r/x.y",
            "beckon/v1/a/b/event/enter/r/x%2ey", "beckon/v1/a/b/event/enter/r/x%41", "beckon/v1/a/b/event/enter/r/x%2",
            "beckon/v1/a/b/event/enter/r/%FF", "beckon/v1/a/_site/visit/move/_zone/x", "beckon/v1/_consumer/x",
            "beckon/v1/_consumer/x/status/y", "beckon-user/v1/Alice/notify", "beckon-user/v1/alice/other",
            "beckon-user/v1/alice",
            "beckon/v1/a/b/region/0123456789abcdef0123456789abcdef0",
        ])
    func foreign(text: String) { #expect(topics.parse(text) == nil) }

    @Test("Every byte outside A-Za-z0-9:_- is escaped, and comes back")
    func escapes() {
        #expect(
            topics.text(.consumerStatus(id: "a.b/c+d#é%")) == "beckon/v1/_consumer/a%2Eb%2Fc%2Bd%23%C3%A9%25/status")
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0..<0x300, using: &random))
            }
            let topic = Topic.consumerStatus(id: String(String.UnicodeScalarView(scalars)))
            let text = topics.text(topic)
            #expect(topics.parse(text) == topic)
            #expect(
                text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "#") })
        }
    }

    @Test("What is read is written the same, whatever the text")
    func total() {
        var random = SplitMix64(seed: 4)
        let words = [
            "beckon", "v1", "beckon-user", "a", "_site", "event", "enter", "status", "visit", "r", "%2E", "x", "",
            "_store",
        ]
        for _ in 0..<50_000 {
            let levels = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }
            let text = (Bool.random(using: &random) ? "beckon/v1/a/" : "") + levels.joined(separator: "/")
            if let topic = topics.parse(text) { #expect(topics.text(topic) == text) }
        }
    }

    @Test(
        "Every identity's subject goes through a topic and back",
        arguments: [Samples.beacon, Samples.altBeacon, Samples.eddystone, Samples.address])
    func subjects(beacon: BeaconIdentity) {
        let topic = Topic.sitePresence(site: "a", Subject(beacon))
        guard case .sitePresence(_, let subject)? = topics.parse(topics.text(topic)) else {
            Issue.record("not a topic: \(topics.text(topic))")
            return
        }
        #expect(subject.beacon == beacon)
    }

    @Test("Names are as the rule says")
    func names() {
        for name in ["a", "0", "helsinki-1", "a_b", String(repeating: "a", count: 32)] { #expect(Name.isValid(name)) }
        for name in ["", "_a", "-a", "A", "a.b", "a b", "é", "a/b", "a+", String(repeating: "a", count: 33)] {
            #expect(!Name.isValid(name))
        }
        #expect(Name.isValidUser("-") && Name.isValidUser(String(repeating: "a", count: 64)))
        for user in ["", "Alice", "a_b", "a/b", String(repeating: "a", count: 65)] { #expect(!Name.isValidUser(user)) }
    }
}
