import Beacons
import Engagement
import Messages
import Testing

@Suite("A directory over the one that is kept")
struct DirectoryContentTests {
    private static let uuid = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"
    private static let beacon = "ibeacon:\(uuid):1:1"

    /// A catalogue of one stout, and visitors as a test says.
    private func kept(_ visitors: String = "[]") throws -> DirectoryContent {
        let texts = [
            "styles.csv": "name,style,label,family,tags,is_lager\nS,stout,stout,stout,roasty,no\n",
            "items.csv": "id,name,style\n1,Java,S\n",
            "selections.csv": "selection,item,price,currency,stock\nshelf,1,5,EUR,1\n",
        ]
        var content = DirectoryContent(files: texts.mapValues { Array($0.utf8) })
        content.visitors = try take(visitors, over: content).visitors
        return content
    }

    private func take(
        _ visitors: String, staff: String? = nil, over content: DirectoryContent,
        isErased: (String) -> Bool = { _ in false }
    ) throws(ImportError) -> DirectoryImport {
        let staff = staff.map { ", \"staff\": \($0)" } ?? ""
        let text = "{\"visitors\": \(visitors)\(staff)}"
        return try DirectoryImport([Directory.visitorsFile: Array(text.utf8)], over: content, isErased: isErased)
    }

    private func faults(_ work: () throws -> Void) throws -> [String] {
        let error = #expect(throws: ImportError.self, performing: work)
        return try #require(error).faults.map(\.description)
    }

    // MARK: - What a new file changes

    @Test("One file alone goes with those that are kept, and is checked against them")
    func single() throws {
        let content = try kept()
        let dearer = Array("selection,item,price,currency,stock\nshelf,1,6,EUR,1\n".utf8)
        let new = try DirectoryImport(["selections.csv": dearer], over: content)
        #expect(new.directory.selection("shelf")?.entries.first?.price.hundredths == 600)
        let unknown = Array("selection,item,price,currency,stock\nshelf,9,6,EUR,1\n".utf8)
        let faults = try faults { _ = try DirectoryImport(["selections.csv": unknown], over: content) }
        #expect(faults == ["selections.csv:2:7: item '9' is not in items.csv; add it, or remove this row"])
    }

    @Test("A file that a kept one does not go with is refused, with the place in the kept one")
    func takenAway() throws {
        let content = try kept()
        let items = Array("id,name,style\n2,Plain,S\n".utf8)
        let faults = try faults { _ = try DirectoryImport(["items.csv": items], over: content) }
        #expect(faults == ["selections.csv:2:7: item '1' is not in items.csv; add it, or remove this row"])
    }

    @Test("What a file leaves out of a visitor stays, and nobody is removed")
    func leftOut() throws {
        let content = try kept(
            """
            [{"id": "ann", "beacons": ["\(Self.beacon)"], "likes": ["tag:roasty"], "channels": ["ntfy:t", "mqtt"],
              "ratings": {"1": 5}}, {"id": "bob"}]
            """)
        let new = try take(#"[{"id": "ann", "locale": "fi", "likes": []}, {"id": "cy"}]"#, over: content)
        let ann = try #require(new.directory.visitor("ann"))
        #expect(ann.locale == "fi")
        #expect(ann.taste == Taste(ratings: ["1": 5]))
        #expect(ann.beacons.map(\.description) == [Self.beacon])
        #expect(ann.channels == [.ntfy(topic: "t"), .mqtt])
        #expect(new.visitors.map(\.id) == ["ann", "cy"])
        #expect(Set(new.directory.visitors.map(\.id)) == ["ann", "bob", "cy"])
        #expect(new.directory.visitor("cy")?.channels == [.mqtt])
    }

    @Test("The list of staff is replaced where the file has one, and stays where it has none")
    func staff() throws {
        var content = try kept()
        content.staff = [try #require(BeaconIdentity("ibeacon:\(Self.uuid):9:1"))]
        #expect(try take("[]", over: content).directory.isStaff(#require(content.staff.first)))
        #expect(try !take("[]", staff: "[]", over: content).directory.isStaff(#require(content.staff.first)))
    }

    @Test("Nobody takes a beacon from another, but within one file it may change hands")
    func owners() throws {
        let content = try kept(#"[{"id": "ann", "beacons": ["\#(Self.beacon)"]}]"#)
        let bob = #"{"id": "bob", "beacons": ["\#(Self.beacon)"]}"#
        #expect(
            try faults { _ = try take("[\(bob)]", over: content) } == [
                "visitors.json:1:1: beacon \(Self.beacon) is that of visitor ann, who is not named here"
            ])
        let stays = try faults { _ = try take(#"[\#(bob), {"id": "ann"}]"#, over: content) }
        #expect(stays.first?.contains("is that of visitor ann already") == true)
        let given = try take(#"[\#(bob), {"id": "ann", "beacons": []}]"#, over: content)
        #expect(given.directory.visitor(carrying: try #require(BeaconIdentity(Self.beacon)))?.id == "bob")
    }

    @Test("Who was erased stays away")
    func erased() throws {
        let new = try take(#"[{"id": "ann"}, {"id": "bob"}]"#, over: kept()) { $0 == "ann" }
        #expect(new.visitors.map(\.id) == ["bob"])
        #expect(new.erased == 1)
        #expect(new.directory.visitor("ann") == nil)
    }

    // MARK: - Consents

    private static func answer(_ state: String, _ day: Int?) -> String {
        let at = day.map { ", \"at\": \"2026-01-0\($0)T00:00:00Z\"" } ?? ""
        return #"[{"id": "ann", "consents": {"marketing": {"state": "\#(state)"\#(at)}}}]"#
    }

    @Test(
        "A refusal is not asked again, and of two answers the later holds",
        arguments: [
            ("refused", 2, "granted", nil, "refused"), ("refused", nil, "granted", 3, "refused"),
            ("refused", 2, "granted", 2, "refused"), ("refused", 2, "granted", 1, "refused"),
            ("refused", 2, "granted", 3, "granted"), ("refused", 2, "never_asked", 3, "refused"),
            ("granted", 2, "never_asked", 3, "granted"), ("granted", 2, "refused", nil, "refused"),
            ("granted", 2, "refused", 1, "granted"), ("granted", 2, "refused", 3, "refused"),
            ("never_asked", 2, "refused", nil, "refused"), ("never_asked", 2, "granted", nil, "granted"),
        ] as [(String, Int?, String, Int?, String)])
    func consents(before: String, at: Int?, then: String, later: Int?, expected: String) throws {
        let content = try kept(Self.answer(before, at))
        let ann = try take(Self.answer(then, later), over: content).directory.visitor("ann")
        #expect(ann?.consent(for: .marketing).rawValue == expected)
        #expect(ann?.consent(for: .presence) == .neverAsked)
    }

    // MARK: - Files again

    @Test("A random directory, written as files and imported elsewhere, is the same")
    func roundTrip() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<200 {
            var content = try kept()
            content.visitors = (0..<Int.random(in: 0..<6, using: &random)).map { Self.visitor($0, &random) }
            content.staff = Set(
                (0..<3).compactMap { BeaconIdentity("ibeacon:\(Self.uuid):900:\($0)") }.shuffled(using: &random).prefix(
                    2))
            let again = try DirectoryImport(content.allFiles)
            #expect(again.directory.visitors == content.visitors)
            #expect(again.staff == content.staff)
            let files = again.files.filter { $0.key != Directory.visitorsFile }
            #expect(files == content.files)
        }
    }

    private static func visitor(_ number: Int, _ random: inout SeededRandom) -> Visitor {
        let texts = ["till", "a \"quoted\" one", "päivä\\", "🍺"]
        var visitor = Visitor(id: "u-\(number)")
        visitor.beacons = (0..<Int.random(in: 0..<3, using: &random)).compactMap { minor in
            BeaconIdentity("ibeacon:\(uuid):\(number):\(minor)")
        }
        for purpose in Consent.Purpose.allCases where Bool.random(using: &random) {
            let state = Consent.State.allCases.randomElement(using: &random) ?? .granted
            visitor.consents[purpose] = Consent(
                state, version: texts.randomElement(using: &random), textHash: Bool.random(using: &random) ? "ab" : nil,
                at: Bool.random(using: &random)
                    ? Int64.random(in: 0...Timestamp.range.upperBound, using: &random) : nil,
                source: Bool.random(using: &random) ? texts.randomElement(using: &random) : nil)
        }
        visitor.locale = ["en", "fi", "ja"].randomElement(using: &random) ?? "en"
        if Bool.random(using: &random) {
            visitor.ageCheck = AgeCheck(
                atLeast: 20, country: "FI", method: "bank", at: Bool.random(using: &random) ? 5 : nil)
        }
        let preferences = ["tag:roasty", "style:stout & tag:coffee", "family:stout"].compactMap { Preference($0) }
        visitor.taste.likes = Array(preferences.shuffled(using: &random).prefix(2))
        visitor.taste.dislikes = Array(preferences.shuffled(using: &random).prefix(1))
        if Bool.random(using: &random) { visitor.taste.ratings = ["1": Double.random(in: 1...5, using: &random)] }
        let channels = ["mqtt", "ntfy:a_b-C9", "webhook:https://x.example/h?a=b", "apprise:mailto://a:b@c.example"]
        visitor.channels = Array(channels.compactMap { Channel($0) }.shuffled(using: &random).prefix(3))
        return visitor
    }

    // MARK: - Channels

    @Test(
        "A channel that nobody could be reached by is none",
        arguments: [
            "", "mqtt:", "MQTT", "ntfy:", "ntfy:a/b", "ntfy:" + String(repeating: "a", count: 65), "webhook:",
            "webhook:ftp://x", "webhook:https://", "webhook:https://x y", "webhook:https://x\r\nHost: y", "webhook:x",
            "apprise:x", "apprise://x", "apprise:a b://c", "sms:1",
            "webhook:https://" + String(repeating: "a", count: 2048),
        ])
    func noChannel(text: String) { #expect(Channel(text) == nil) }

    @Test("Channels that are not in order are told at their places")
    func channelFaults() throws {
        let faults = try faults {
            _ = try take(#"[{"id": "ann", "channels": ["mqtt", "mqtt", "pigeon"]}]"#, over: kept())
        }
        #expect(faults[0] == "visitors.json:1:50: the channel stands twice; remove one")
        #expect(faults[1] == "visitors.json:1:58: a channel is written mqtt, ntfy:TOPIC, webhook:URL or apprise:URL")
    }
}
