import Beacons
import HCI
import Presence
import Testing

@testable import beckon

/// What `calibrate` makes of the air and of a result.
@Suite struct CalibrateTests {
    private let tag = BeaconIdentity.iBeacon(uuid: BeaconUUID(7), major: 1, minor: 2)
    private let other = BeaconIdentity.iBeacon(uuid: BeaconUUID(7), major: 1, minor: 3)

    private func configuration() -> PresenceConfiguration {
        let filter = RegionFilter.iBeacon(uuid: BeaconUUID(7), majors: nil, minors: nil)
        var regions = [Region(name: "shop", role: .store, filter: filter)]
        regions.append(Region(name: "till", role: .reader, filter: filter))
        regions[0].rssiOffset = 2
        var configuration = PresenceConfiguration(regions: regions)
        configuration.rssiOffset = 3
        return configuration
    }

    private func hear(_ beacon: BeaconIdentity, _ rssi: Int8, _ milliseconds: Int64, _ table: inout LevelTable) {
        let frame = IBeacon(uuid: beacon.uuid, major: beacon.major, minor: beacon.minor, measuredPower: -59)
        let report = AdvertisementReport(
            kind: .nonConnectable, addressType: 1, address: BluetoothAddress(UInt64(beacon.minor)), rssi: rssi)
        let data = BeaconFrame.iBeacon(frame).advertisingData
        table.note(report, data.span, at: Instant(microseconds: milliseconds * 1000))
    }

    @Test func `Offsets are subtracted, and copies of one frame are one level`() {
        var table = LevelTable(configuration())
        hear(tag, -60, 0, &table)
        hear(tag, -58, 5, &table)
        hear(tag, -61, 100, &table)
        #expect(table.levels(of: tag) == [-63, -66])
        table.removeAll()
        #expect(table.levels(of: tag).isEmpty && table.strongest == nil)
    }

    @Test func `The strongest of those heard often counts, not one loud frame`() {
        var table = LevelTable(configuration())
        for index in 0..<Int64(20) { hear(tag, -70, index * 100, &table) }
        hear(other, -30, 0, &table)
        hear(.iBeacon(uuid: BeaconUUID(8), major: 1, minor: 9), -20, 0, &table)
        #expect(table.strongest == tag)
        var single = LevelTable(configuration(), only: other)
        hear(tag, -30, 0, &single)
        hear(other, -80, 0, &single)
        #expect(single.strongest == other)
    }

    @Test func `The lines name the regions that they are for`() throws {
        let regions = configuration().regions
        let levels = (Array(repeating: -57.0, count: 20), Array(repeating: -67.8, count: 20))
        let calibration = try Calibration(atOneMetre: levels.0, atFourMetres: levels.1)
        #expect(
            CalibrationLines.text(calibration, tag, regions) == """
                # measured with \(tag)
                gateway:
                  environment: 1.8
                regions:
                  - name: shop
                    measured_power: -57
                  - name: till
                    measured_power: -57

                """)
        let taps = try TapCalibration((0..<10).flatMap { _ in [-60, -60, -60, -60, -35, -35, -35] as [Double] })
        #expect(
            CalibrationLines.text(taps, tag, regions) == """
                # 10 taps of \(tag)
                regions:
                  - name: till
                    tap: {rssi: -38}

                """)
    }
}
