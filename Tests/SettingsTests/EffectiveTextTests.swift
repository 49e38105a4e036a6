import Foundation
import TestSupport
import Testing

@testable import Settings

@Suite("The effective configuration as text")
struct EffectiveTextTests {
    private static let checkout = (#filePath as NSString).deletingLastPathComponent + "/../../"

    /// Whether two trees say the same, wherever it stands.
    private func fingerprint(_ node: Node) -> UInt64 {
        var fingerprint = Fingerprint()
        fingerprint.add(node)
        return fingerprint.value
    }

    @Test("The shipped file and what an include makes of it come back as they are")
    func shipped() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        for file in ["config.yaml", "deploy/demo/config.yaml"] {
            let path = root.appendingPathComponent(file).path
            let folder = try Folder()
            try folder.write("directory/README.md", "")
            let again = try folder.write("c.yaml", try Configuration.effectiveText(path))
            var (found, expected) = (
                try Configuration.load(again).configuration, try Configuration.load(path).configuration
            )
            // Relative paths are printed as they stand, and mean another place in another folder.
            found.consumer.importFolder = nil
            expected.consumer.importFolder = nil
            // The defaults are in it, too.
            (found.fingerprint, expected.fingerprint) = ("", "")
            #expect(found == expected)
            #expect(try Configuration.effectiveText(again) == Configuration.effectiveText(path))
        }
    }

    @Test("It has the defaults of the shipped file, each of them, and changes nothing")
    func defaults() throws {
        let folder = try Folder()
        let path = try folder.write(
            "c.yaml", "site: corner\noutbox: {profile: sd}\nconsumer: {rules: {caps: {7d: 1}}}\nhome_assistant: true\n")
        let text = try Configuration.effectiveText(path)
        var (found, expected) = (
            try Configuration.load(try folder.write("e.yaml", text)).configuration,
            try Configuration.load(path).configuration
        )
        (found.fingerprint, expected.fingerprint) = ("", "")
        #expect(found == expected)
        // Whatever the shipped file says outside of its regions and sites stands in it, though this file says little.
        for line in try Configuration.effectiveText(Self.checkout + "config.yaml").split(separator: "\n") {
            guard ["outbox:", "  max_events: 200000", "  replay_rate: 500/s", "    stale: 120s"].contains(line) else {
                continue
            }
            #expect(text.contains("\(line)\n"), "\(line)")
        }
    }

    @Test("What a region's role and a site's law set is written out, under what the file says")
    func roles() throws {
        let folder = try Folder()
        let path = try folder.write(
            "c.yaml",
            """
            regions:
              - {name: a, role: shelf, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}, exit: {min: 7s}}
              - {name: b, role: reader, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}, rssi_offset: 2.5}
              - {name: c, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}, notify: {dwell: [20s]}}
              - {name: d, role: staff, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f80}}
            consumer: {sites: {s: {time_zone: Europe/Helsinki, jurisdiction: {notice: "18+"}}}}
            """)
        let text = try Configuration.effectiveText(path)
        let shelf = try #require(text.split(separator: "- name: ").first { $0.hasPrefix("a\n") })
        for line in ["rssi: -70", "rssi: -77", "min: 7s", "max: 1m", "below_for: 15s", "within: 10s", "role: shelf"] {
            #expect(shelf.contains(" \(line)\n"), "\(line): \(text)")
        }
        for line in [
            "min: 3s", "rssi_offset: 2.5", "tap: true", "min_age: 18", "notice: \"18+\"", "notifications: info",
        ] {
            #expect(text.contains(" \(line)\n"), "\(line): \(text)")
        }
        var (found, expected) = (
            try Configuration.load(try folder.write("e.yaml", text)).configuration,
            try Configuration.load(path).configuration
        )
        (found.fingerprint, expected.fingerprint) = ("", "")
        #expect(found == expected)
    }

    @Test("Passwords are not in it, wherever they stand")
    func passwords() throws {
        let folder = try Folder()
        let path = try folder.write(
            "c.yaml", "broker: {username: u, password: sesame}\ngateway: {broker: {password: [sesame]}}\n")
        let text = try Configuration.effectiveText(path)
        #expect(!text.contains("sesame"))
        #expect(text.contains("username: u"))
    }

    @Test("What cannot be read has no text")
    func unreadable() {
        #expect(throws: ConfigurationErrors.self) { try Configuration.effectiveText("/nonexistent.yaml") }
    }

    @Test("Any text and any tree comes back")
    func anything() throws {
        var random = SplitMix64(seed: 21)
        let words = [
            "", " ", "a", "-", "--", "- a", "a: b", "a #b", "#", "null", "~", "true", "007", "1e3", "\"", "\\", "'",
            "a\nb",
            "\t", "\u{1}", "é…", "[a", "{", "&a", "*a", "!x", "%", "@", "`", "?", "? a", "---", "...", "=", "<<",
            "\u{85}",
        ]
        func node(_ depth: Int) -> Node {
            let mark = Mark(file: 0, line: 0, column: 0)
            let kind = depth == 0 ? 0 : Int.random(in: 0...2, using: &random)
            let count = Int.random(in: 0...3, using: &random)
            let content: Node.Content =
                switch kind {
                case 0: .scalar(words.randomElement(using: &random) ?? "", isPlain: false)
                case 1: .list((0..<count).map { _ in node(depth - 1) })
                default:
                    .map(
                        Set((0..<count).map { _ in words.randomElement(using: &random) ?? "" }).sorted().map {
                            Node.Entry(key: $0, mark: mark, value: node(depth - 1))
                        })
                }
            return Node(content: content, mark: mark)
        }
        for _ in 0..<500 {
            let tree = node(4)
            let text = tree.text { _ in nil }
            var composer = try Composer(Array(text.utf8), file: 0)
            let again = try composer.document()
            #expect(fingerprint(again) == fingerprint(tree), "\(text)")
        }
    }
}
