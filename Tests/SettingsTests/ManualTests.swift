import Beacons
import Engagement
import Foundation
import Presence
import Testing

@testable import Settings

/// `config.yaml` of the repository, which is the shipped default and its manual.
@Suite("The shipped configuration")
struct ManualTests {
    private let path = (#filePath as NSString).deletingLastPathComponent + "/../../config.yaml"

    private var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

    @Test("It loads without fault or warning, for every program")
    func loads() throws {
        for program in [nil, Configuration.Program.gateway, .consumer, .tools] {
            #expect(try Configuration.load(path, for: program).warnings == [])
        }
    }

    @Test("It says the built-in defaults, and the demo shop over them")
    func defaults() throws {
        var expected = Configuration()
        let uuid = try #require(BeaconUUID("41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"))
        let filter = RegionFilter.iBeacon(uuid: uuid, majors: nil, minors: nil)
        expected.presence.regions = [
            Region(name: "shop", role: .store, filter: filter), Region(name: "shelf", role: .shelf, filter: filter),
        ]
        expected.presence.regions[1].notify.dwell = [.seconds(20)]
        var site = SiteConfiguration(name: "demo-shop", timeZone: "Europe/Helsinki")
        site.open = .between(start: 7 * 60, end: 22 * 60)
        site.jurisdiction.notifications = .promo
        site.jurisdiction.promotions = .singlePrice
        site.jurisdiction.sellingHours = .between(start: 9 * 60, end: 21 * 60)
        site.jurisdiction.notice = "18+. Enjoy responsibly."
        site.zones = [
            ZoneConfiguration(
                name: "beer-shelf", gateways: [.init(gateway: "demo-gateway", region: "shelf")], selection: "demo")
        ]
        expected.consumer.sites = [site]
        let configuration = try Configuration.load(path).configuration
        expected.fingerprint = configuration.fingerprint
        #expect(configuration == expected)
    }

    @Test("A file that includes it changes single keys of it, as the demo does")
    func overridden() throws {
        let folder = try Folder()
        let override = try folder.write(
            "c.yaml",
            """
            include: \(path)
            consumer:
              sites: {demo-shop: {open: always, jurisdiction: {selling_hours: always}}}
              rules: {quiet_hours: off}
            """)
        let (configuration, warnings) = try Configuration.load(override)
        #expect(warnings == [])
        var expected = try Configuration.load(path).configuration
        expected.fingerprint = configuration.fingerprint
        expected.consumer.sites[0].open = .always
        expected.consumer.sites[0].jurisdiction.sellingHours = .always
        expected.consumer.rules.quietHours = .never
        #expect(configuration == expected)
    }

    @Test("With every commented key set, each key that is read stands in it, and none that is not")
    func complete() throws {
        let lines = try text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.replacing(/^( *)#([a-z_]+:)/) { "\($0.1)\($0.2)" }
        }
        let bytes = Array(lines.joined(separator: "\n").utf8)
        let report = Report(foreign: ["", "broker."])
        let file = report.add(SourceFile(path: "config.yaml", bytes: bytes))
        var composer = try Composer(bytes, file: file)
        let root = try composer.document()
        _ = Configuration.read(root, report)

        // What cannot stand together is complained about, and nothing else.
        let complaints = report.failure?.faults.map(\.message) ?? []
        #expect(complaints.count == 23)
        #expect(complaints.allSatisfy { $0.contains(" beside ") })

        // Read over every key, the reader has asked for nothing that the text does not set.
        let asked = report.known.filter { !$0.hasSuffix("[]") }
        #expect(asked.count > 60)
        for path in asked.sorted() {
            // `broker` says it for all three.
            let path = path.replacing(/^(gateway|consumer|cli)\.broker\./) { _ in "broker." }
            let isThere = Self.find(path.split(separator: ".")[...], in: root)
            #expect(isThere, "\(path) is not in config.yaml")
        }
    }

    /// Whether the tree has the key at the end of the path; `[]` after a key and `*` are any value below.
    private static func find(_ path: ArraySlice<Substring>, in node: Node) -> Bool {
        guard let step = path.first else { return true }
        if case .list(let items) = node.content { return items.contains { find(path, in: $0) } }
        guard case .map(let entries) = node.content else { return false }
        let name = step.hasSuffix("[]") ? String(step.dropLast(2)) : String(step)
        let next = path.dropFirst()
        return entries.contains { (name == "*" || $0.key == name) && find(next, in: $0.value) }
    }
}
