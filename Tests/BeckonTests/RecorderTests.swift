import Beacons
import Captures
import Daemon
import Edge
import Foundation
import HCI
import Presence
import Testing

@testable import beckon

@Suite("beckon record")
struct RecorderTests {
    private static let ours = BeaconFrame.iBeacon(
        IBeacon(uuid: BeaconUUID(7), major: 1, minor: 2, measuredPower: -59)
    ).advertisingData
    private static let strangers = BeaconFrame.iBeacon(
        IBeacon(uuid: BeaconUUID(8), major: 1, minor: 2, measuredPower: -59)
    ).advertisingData
    private static let region = Region(
        name: "shop", role: .store, filter: .iBeacon(uuid: BeaconUUID(7), majors: nil, minors: nil))

    private func report(_ address: UInt64) -> AdvertisementReport {
        AdvertisementReport(kind: .nonConnectable, addressType: 1, address: BluetoothAddress(address), rssi: -60)
    }

    /// What a recorder writes of packets, read again.
    private func recorded(
        _ packets: [[UInt8]], only regions: [Region]?, format: CaptureFormat
    ) throws -> (reports: [(address: BluetoothAddress, data: [UInt8])], count: Int) {
        let path = NSTemporaryDirectory() + "beckon-recorder-\(UUID().uuidString).\(format.rawValue)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var recorder = Recorder(format, to: try OutputFile(creating: path), only: regions.map(AirRegions.init))
        for packet in packets { recorder.packet(packet.span, from: 2, at: .zero) }
        try recorder.turn(at: .zero, fault: nil)
        try recorder.finish([])
        let count = recorder.reports
        var reader = try CaptureReader(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        var decoder = ReportDecoder()
        var reports: [(BluetoothAddress, [UInt8])] = []
        while let record = try reader.next() {
            #expect(record.adapter == 2)
            guard case .packet(let packet) = record.content else { continue }
            decoder.decode(packet.span, at: 0) { report, data in
                reports.append((report.address, data.indices.map { data[$0] }))
            }
        }
        return (reports, count)
    }

    @Test("Of an event with several reports only what lies in a region is written", arguments: CaptureFormat.allCases)
    func privacy(format: CaptureFormat) throws {
        // Two legacy reports in one event: the number of them, then one after the other.
        let (first, second) = (report(1).packet(data: Self.ours), report(2).packet(data: Self.strangers))
        let both: [UInt8] =
            [4, 0x3E, UInt8(2 + (first.count - 5) + (second.count - 5)), 2, 2] + first[5...] + second[5...]
        let (reports, count) = try recorded([both, second], only: [Self.region], format: format)
        #expect(reports.map(\.address) == [BluetoothAddress(1)])
        #expect(reports.map(\.data) == [Self.ours])
        #expect(count == 1)
        #expect(try recorded([both, second], only: nil, format: format).reports.count == 3)
    }

    @Test("The personnel's beacons are not written, though another region holds them")
    func staff() throws {
        let staff = Region(
            name: "staff", role: .staff,
            filter: .iBeacon(uuid: BeaconUUID(7), majors: nil, minors: NumberSet([2...2])))
        let packet = report(1).packet(data: Self.ours)
        #expect(try recorded([packet], only: [Self.region, staff], format: .btsnoop).count == 0)
        let byAddress = Region(name: "staff", role: .staff, filter: .addresses([BluetoothAddress(1)]))
        #expect(try recorded([packet], only: [Self.region, byAddress], format: .btsnoop).count == 0)
    }

    @Test("A region of addresses records whatever its devices send")
    func addresses() throws {
        let region = Region(name: "door", role: .store, filter: .addresses([BluetoothAddress(9)]))
        let packets = [9, 1].map { report($0).packet(data: [2, 1, 6]) }
        #expect(
            try recorded(packets, only: [region], format: .jsonLines).reports.map(\.address) == [BluetoothAddress(9)])
    }
}
