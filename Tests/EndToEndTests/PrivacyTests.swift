import Foundation
import JSON
import Testing

/// What of a person leaves the box: every byte at a real broker.
@Suite struct PrivacyTests {
    private static let uuid = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"

    /// A shop with a reader and one gateway, which hears the capture of `air`.
    private final class Shop {
        let workspace: Workspace
        let everything: Subscriber
        private let configuration: String
        private let key = "an example of a key: 0123456789abcdef"

        init(pseudonyms: Bool, enrolledOnly: Bool = false, _ air: String) async throws {
            workspace = try await Workspace()
            _ = try workspace.write("air.jsonl", air)
            let keyFile = try workspace.write("privacy.key", key)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyFile)
            let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
            configuration = try workspace.write(
                "config.yaml",
                """
                include: \(demo)
                broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
                privacy: {pseudonyms: \(pseudonyms ? "on" : "off"), key_file: privacy.key, enrolled_only: \(enrolledOnly)}
                sightings: all
                regions:
                  - {name: till, role: reader, ibeacon: {uuid: \(PrivacyTests.uuid)}}
                """)
            everything = try await workspace.subscribe("#")
        }

        func start(_ program: String) throws -> ChildProcess {
            let gateway =
                program == "beckon-gateway"
                ? ["--source", "replay:\(workspace.file("air.jsonl").path)", "--gateway-id", "demo-gateway"] : []
            return try workspace.start(
                program, ["--config", configuration, "--state", workspace.file("\(program)-state").path] + gateway)
        }

        /// Everything that has left the box so far.
        var bytes: String { everything.process.text }

        /// What the gateway has on its disk.
        var disk: Data {
            get throws {
                let state = workspace.file("beckon-gateway-state")
                return try FileManager.default.contentsOfDirectory(at: state, includingPropertiesForKeys: nil)
                    .reduce(into: Data()) { $0 += (try? Data(contentsOf: $1)) ?? Data() }
            }
        }
    }

    /// Advertisements of iBeacons as JSON lines: by minor, the levels of each tenth of a second.
    private func air(_ beacons: [(minor: UInt16, levels: [Int])]) -> String {
        let start: Int64 = 1_700_000_000_000_000
        var lines: [(at: Int64, line: String)] = []
        for (minor, levels) in beacons {
            let payload = "0201061aff4c000215" + Self.uuid.replacingOccurrences(of: "-", with: "") + "0001"
            let data = payload + String(format: "%04x", minor) + "c5"
            for (number, level) in levels.enumerated() {
                let at = start + Int64(number) * 100_000 + Int64(minor) * 1000
                lines.append(
                    (
                        at,
                        #"{"t":\#(at),"adapter":"hci0","address":"c0:00:00:00:00:\#(String(format: "%02x", minor))","#
                            + #""address_type":"random","type":"non_connectable","rssi":\#(level),"phy":"1M","data":"\#(data)"}"#
                    ))
            }
        }
        return lines.sorted { $0.at < $1.at }.map(\.line).joined(separator: "\n") + "\n"
    }

    private func levels(_ parts: (level: Int, seconds: Int)...) -> [Int] {
        parts.flatMap { [Int](repeating: $0.level, count: $0.seconds * 10) }
    }

    @Test func withPseudonymsOnNoIdentityLeavesTheBoxNorStandsInALogAndTheShopperIsKnownAllTheSame() async throws {
        // Minor 2 is a visitor of the demo's directory.
        let shop = try await Shop(pseudonyms: true, air([(2, levels((-60, 60))), (77, levels((-65, 60)))]))
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
        let stay = air([(2, levels((-60, 8), (-30, 8), (-60, 60))), (3, levels((-60, 76)))])
        let shop = try await Shop(pseudonyms: false, stay)
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
        let shop = try await Shop(
            pseudonyms: true, enrolledOnly: true, air([(2, levels((-60, 40))), (77, levels((-60, 40)))]))
        let consumer = try shop.start("beckon-consumer")
        try await shop.everything.first(on: "/_site/deny") { $0.json["mode"]?.string == "allow" }
        let gateway = try shop.start("beckon-gateway")
        try await shop.everything.first(on: "/notify", within: .seconds(60))
        let subjects = Set(shop.everything.messages(on: "/event/enter/").compactMap { $0.json["subject"]?.string })
        #expect(subjects.count == 1)
        #expect(consumer.isRunning && gateway.isRunning)
    }
}
