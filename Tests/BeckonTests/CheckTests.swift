import Beacons
import Presence
import Settings
import Testing

@testable import beckon

@Suite("beckon check")
struct CheckTests {
    private func topic(base: String = "beckon/v1", name: String, _ filter: RegionFilter) -> LongestTopic {
        var configuration = Configuration()
        configuration.topics.base = base
        configuration.site = String(repeating: "s", count: 32)
        configuration.gateway.id = String(repeating: "g", count: 32)
        configuration.presence.regions = [Region(name: name, role: .store, filter: filter)]
        return LongestTopic(configuration)
    }

    private let iBeacon = RegionFilter.iBeacon(uuid: BeaconUUID(7), majors: NumberSet([1...9]), minors: nil)

    @Test("The longest topic is that of the longest identity and event")
    func longest() {
        let topic = topic(name: String(repeating: "r", count: 32), iBeacon)
        #expect(
            topic.text.hasSuffix(
                "/event/proximity/\(String(repeating: "r", count: 32))/ibeacon:\(BeaconUUID(7)):9:65535"))
        #expect(topic.slashes == 7)
        #expect(topic.warnings.isEmpty)
    }

    @Test("Beyond 7 slashes or 256 bytes it warns")
    func warnings() {
        #expect(topic(base: "a/b/c", name: "shop", iBeacon).warnings.count == 1)
        #expect(topic(base: String(repeating: "b", count: 200), name: "shop", iBeacon).warnings.count == 1)
        let long = topic(base: String(repeating: "b/", count: 100), name: "shop", .addresses([BluetoothAddress(1)]))
        #expect(long.warnings.count == 2)
    }
}
