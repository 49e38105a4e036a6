import Beacons
import TestSupport
import Testing

@testable import Presence

@Suite struct RegionIndexTests {
    private static let upper: UInt128 = 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10
    private static let alt = BeaconIdentity.altBeacon(code: 0x118, idUpper: upper, idLower: 0x1112_1314)

    private func regions(_ filters: [RegionFilter], of beacon: BeaconIdentity) -> [Int] {
        let index = RegionIndex(
            filters.enumerated().map { Region(name: "r\($0.offset)", role: .store, filter: $0.element) })
        return index.regions(of: beacon, from: BluetoothAddress(0xFF))
    }

    @Test func `The personnel's beacons lie in no region, known by what they send or from where`() {
        let filter = RegionFilter.eddystoneUID(namespace: 5, instance: nil)
        let index = RegionIndex([
            Region(name: "shop", role: .store, filter: filter),
            Region(name: "staff", role: .staff, filter: .eddystoneUID(namespace: 5, instance: 6)),
            Region(name: "phones", role: .staff, filter: .addresses([BluetoothAddress(1)])),
        ])
        let (ours, theirs) = (
            BeaconIdentity.eddystoneUID(namespace: 5, instance: 6),
            BeaconIdentity.eddystoneUID(namespace: 5, instance: 7)
        )
        #expect(index.regions(of: ours, from: BluetoothAddress(2)) == [])
        #expect(index.regions(of: theirs, from: BluetoothAddress(2)) == [0])
        #expect(index.regions(of: theirs, from: BluetoothAddress(1)) == [])
    }

    @Test(
        arguments: [
            (nil, [], true), (0x118, [], true), (0x119, [], false), (0x118, Array(1...20), true),
            (nil, Array(1...17), true), (nil, Array(1...16) + [0], false), (nil, [2], false),
            (nil, Array(1...19) + [21], false),
        ] as [(UInt16?, [UInt8], Bool)])
    func `An AltBeacon region holds what has its code and begins with its prefix`(
        code: UInt16?, prefix: [UInt8], holds: Bool
    ) {
        #expect(regions([.altBeacon(code: code, idPrefix: prefix)], of: Self.alt) == (holds ? [0] : []))
    }

    @Test func `Eddystone regions hold a namespace, or one instance of it`() {
        let filters: [RegionFilter] = [
            .eddystoneUID(namespace: 5, instance: nil), .eddystoneUID(namespace: 5, instance: 6),
            .eddystoneUID(namespace: 5, instance: 0), .eddystoneUID(namespace: 6, instance: nil),
        ]
        #expect(regions(filters, of: .eddystoneUID(namespace: 5, instance: 6)) == [0, 1])
        #expect(regions(filters, of: .eddystoneUID(namespace: 5, instance: 0)) == [0, 2])
    }

    @Test func `Address regions hold the addresses that they name`() {
        let filters: [RegionFilter] = [
            .addresses([BluetoothAddress(1), BluetoothAddress(2)]), .addresses([BluetoothAddress(2)]),
        ]
        #expect(regions(filters, of: .address(BluetoothAddress(2))) == [0, 1])
        #expect(regions(filters, of: .address(BluetoothAddress(1))) == [0])
        #expect(regions(filters, of: .address(BluetoothAddress(3))) == [])
    }

    @Test func `Among many UUIDs each beacon finds the regions that a look at each filter finds`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<50 {
            let filters: [RegionFilter] = (0..<20).map { _ in
                func numbers() -> NumberSet? {
                    let low = UInt16.random(in: 0...6, using: &random)
                    return Bool.random(using: &random) ? nil : NumberSet([low...low + 1, 8...9])
                }
                let uuid = BeaconUUID(UInt128.random(in: 1...9, using: &random) << 100)
                return .iBeacon(uuid: uuid, majors: numbers(), minors: numbers())
            }
            for _ in 0..<50 {
                let (major, minor) = (
                    UInt16.random(in: 0...9, using: &random), UInt16.random(in: 0...9, using: &random)
                )
                let uuid = BeaconUUID(UInt128.random(in: 1...9, using: &random) << 100)
                let expected = filters.indices.filter { index in
                    guard case .iBeacon(uuid, let majors, let minors) = filters[index] else { return false }
                    return majors?.contains(major) != false && minors?.contains(minor) != false
                }
                #expect(regions(filters, of: .iBeacon(uuid: uuid, major: major, minor: minor)) == expected)
            }
        }
    }
}
