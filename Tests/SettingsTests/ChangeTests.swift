import Presence
import Testing

@testable import Settings

/// `--set KEY.KEY=VALUE`.
@Suite("Changes over a file")
struct ChangeTests {
    private let text = """
        site: a
        regions:
          - {name: shop, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}}
          - {name: shelf, role: shelf, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}}
        """

    private func load(_ changes: [String]) throws -> Configuration {
        let folder = try Folder()
        return try Configuration.load(try folder.write("c.yaml", text), changes: changes).configuration
    }

    @Test("They change what they name, the later one last, and nothing else")
    func changes() throws {
        var expected = try load([])
        let changed = try load([
            "regions.shelf.enter.rssi=-60", "regions.shelf.enter.rssi=-72", "gateway.environment=1.8",
            "regions.shop.notify.dwell=[20s, 5m]",
        ])
        expected.presence.regions[1].enter.rssi = -72
        expected.presence.regions[0].notify.dwell = [.seconds(20), .seconds(300)]
        expected.presence.environment = 1.8
        expected.fingerprint = changed.fingerprint
        #expect(changed == expected)
    }

    @Test(
        "What is wrong with them is told as of a file",
        arguments: ["regions.shelf.enter.rsi=-60", "regions.shelf.enter.rssi=x", "site", "a..b=1", "site=[", "=1"])
    func faults(change: String) throws {
        let error = #expect(throws: ConfigurationErrors.self) { try load([change]) }
        #expect(error?.faults.map(\.path).contains("--set") == true)
    }
}
