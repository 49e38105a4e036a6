import Foundation
import Messages
import Testing

/// `deploy/asyncapi.yaml` and the code name the same topics.
@Suite struct AsyncAPITests {
    @Test func everyAddressIsATopicAndEveryKindOfTopicHasItsAddress() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("deploy/asyncapi.yaml")
        let values = [
            "site": "helsinki-1", "gateway": "shelf-1", "region": "shelf", "beacon": "ibeacon:x:1:2", "zone": "beer",
            "client": "me", "id": "main-p00", "user": "alice",
        ]
        var kinds: Set<String> = []
        for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
            guard let start = line.range(of: "address: '") else { continue }
            var address = String(line[start.upperBound...].dropLast())
            for (name, value) in values { address = address.replacingOccurrences(of: "{\(name)}", with: value) }
            // Where the names run together they cannot be read back.
            let discovery = Topic.discovery(GatewayID(site: "helsinki-1", gateway: "shelf-1"))
            let isDiscovery = address.hasPrefix("homeassistant/")
            let topic = try #require(isDiscovery ? discovery : Topics().parse(address), "\(address)")
            #expect(Topics().text(topic) == address)
            kinds.insert(kind(topic))
        }
        let expected = ["event/enter", "event/exit", "event/dwell", "event/proximity", "event/tap"]
        #expect(kinds.isSuperset(of: expected.map { "event(\($0.dropFirst(6)))" }))
        #expect(kinds.count == 25)
    }

    /// The case, and for events and visits their type.
    private func kind(_ topic: Topic) -> String {
        switch topic {
        case .event(_, let type, _, _): "event(\(type.rawValue))"
        case .visit(_, let type, _, _): "visit(\(type.rawValue))"
        default: String("\(topic)".prefix { $0 != "(" })
        }
    }
}
