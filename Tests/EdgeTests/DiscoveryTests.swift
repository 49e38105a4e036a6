import Beacons
import JSON
import Messages
import Outbox
import Presence
import Settings
import Testing

@testable import Edge

/// What Home Assistant is told.
@Suite struct DiscoveryTests {
    private let box = GatewayID(site: "demo-shop", gateway: "box")
    private let uuid = BeaconUUID(0x41c0_8dfd_b719_4ccb_9d3b_5aa7_c386_0f89)

    private func configuration(_ regions: [(String, RegionFilter)]) -> Configuration {
        var configuration = Configuration()
        configuration.presence.regions = regions.map { Region(name: $0.0, role: .store, filter: $0.1) }
        return configuration
    }

    private func tell(_ discovery: inout Discovery, _ configuration: Configuration) -> [UInt8] {
        discovery.tell(configuration, box, Topics(), at: .zero).payload
    }

    private func components(_ payload: [UInt8]) throws -> [String: JSONValue] {
        let device = try HomeAssistantDevice(parsing: payload)
        return Dictionary(uniqueKeysWithValues: device.components.map { ($0.name, $0.value) })
    }

    private var wildcard: RegionFilter { .iBeacon(uuid: uuid, majors: nil, minors: nil) }

    @Test func onlyBeaconsThatAreNamedExactlyHaveAnEntity() {
        func numbers(_ ranges: ClosedRange<UInt16>...) -> NumberSet { NumberSet(ranges) }
        func beacon(_ major: UInt16, _ minor: UInt16) -> BeaconIdentity {
            .iBeacon(uuid: uuid, major: major, minor: minor)
        }
        #expect(wildcard.namedBeacons == [])
        #expect(RegionFilter.iBeacon(uuid: uuid, majors: numbers(1...1), minors: nil).namedBeacons == [])
        #expect(RegionFilter.iBeacon(uuid: uuid, majors: numbers(1...1), minors: numbers(1...99)).namedBeacons == [])
        #expect(
            RegionFilter.iBeacon(uuid: uuid, majors: numbers(1...1), minors: numbers(2...2, 9...9)).namedBeacons
                == [beacon(1, 2), beacon(1, 9)])
        #expect(RegionFilter.eddystoneUID(namespace: 5, instance: nil).namedBeacons == [])
        #expect(
            RegionFilter.eddystoneUID(namespace: 5, instance: 6).namedBeacons
                == [.eddystoneUID(namespace: 5, instance: 6)])
        let id = (0..<20).map { UInt8($0) }
        #expect(RegionFilter.altBeacon(code: 0x118, idPrefix: Array(id.dropLast())).namedBeacons == [])
        #expect(RegionFilter.altBeacon(code: nil, idPrefix: id).namedBeacons == [])
        #expect(
            RegionFilter.altBeacon(code: 0x118, idPrefix: id).namedBeacons.map(\.description)
                == ["altbeacon:0118:000102030405060708090a0b0c0d0e0f10111213"])
        // All odd numbers are more than anybody names.
        let odd = NumberSet(stride(from: UInt16(1), through: 65_535, by: 2).map { $0...$0 })
        #expect(
            RegionFilter.iBeacon(uuid: uuid, majors: odd, minors: odd).namedBeacons.count
                == HomeAssistantDevice.mostComponents)
    }

    @Test func aRegionThatHasGoneIsRemovedOnceInThisRunOrFoundAtTheBroker() throws {
        let address = RegionFilter.addresses([BluetoothAddress(7)])
        let both = configuration([("shop", wildcard), ("door", address)])
        let one = configuration([("shop", wildcard)])
        var discovery = Discovery()
        let first = discovery.tell(both, box, Topics(), at: .zero)
        #expect(first.topic == .discovery(box))
        let names = try components(first.payload).keys.sorted()
        #expect(
            names == [
                "beacon_door_address_00_00_00_00_00_07", "count_door", "count_shop", "occupancy_door",
                "occupancy_shop",
            ])

        let second = try components(tell(&discovery, one))
        #expect(second.keys.sorted() == names)
        for name in names where name.contains("door") { #expect(second[name]?.object?.count == 1) }
        #expect(second["count_shop"]?.object?.count ?? 0 > 3)
        let third = tell(&discovery, one)
        #expect(try components(third).count == 2)

        // A run that begins with the smaller configuration finds the other at the broker.
        var next = Discovery()
        _ = tell(&next, one)
        let (nonsense, former) = (next.found(Array("nonsense".utf8)), next.found(first.payload))
        #expect(!nonsense && former)
        let removing = tell(&next, one)
        #expect(try components(removing).count == 5)
        // What is there only to be removed is not removed again.
        _ = tell(&next, one)
        let again = next.found(removing)
        #expect(!again)
    }

    @Test func staffHaveNoEntityAndTapsHaveOneWhereTheyAreTold() throws {
        var configuration = configuration([("shop", wildcard), ("crew", wildcard)])
        configuration.presence.regions[0].notify.tap = true
        configuration.presence.regions[1].role = .staff
        var discovery = Discovery()
        let told = try components(tell(&discovery, configuration))
        #expect(told.keys.sorted() == ["count_shop", "occupancy_shop", "tap_shop"])
        #expect(told["tap_shop"]?["state_topic"]?.string == "beckon/v1/demo-shop/box/event/tap/shop/+")
        let withdrawn = discovery.withdraw(box)
        #expect(withdrawn == Outgoing(topic: .discovery(box), payload: []))
    }
}
