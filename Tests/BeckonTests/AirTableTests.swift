import Beacons
import HCI
import Presence
import Testing

@testable import beckon

@Suite("beckon scan")
struct AirTableTests {
    private func note(
        _ table: inout AirTable, _ address: UInt64, _ data: [UInt8], rssi: Int8 = -60, at seconds: Double = 0
    ) {
        let report = AdvertisementReport(
            kind: .nonConnectable, addressType: 1, address: BluetoothAddress(address), rssi: rssi)
        table.note(report, data.span, at: .zero + .seconds(seconds))
    }

    private func beacon(_ minor: UInt16) -> [UInt8] {
        BeaconFrame.iBeacon(IBeacon(uuid: BeaconUUID(7), major: 1, minor: minor, measuredPower: -59)).advertisingData
    }

    private var table: AirTable {
        var region = Region(
            name: "shop", role: .store, filter: .iBeacon(uuid: BeaconUUID(7), majors: nil, minors: NumberSet([1...1])))
        region.rssiOffset = 0
        return AirTable(PresenceConfiguration(regions: [region]))
    }

    @Test("A beacon is one row whatever its address, another device a row for each")
    func rows() {
        var table = table
        for address in 1...5 as ClosedRange<UInt64> { note(&table, address, beacon(1)) }
        for address in 6...8 as ClosedRange<UInt64> { note(&table, address, [2, 1, 6]) }
        #expect(table.count == 4)
        #expect(table.shown(10, at: .zero).first { $0.isBeacon }?.name == "ibeacon:\(BeaconUUID(7)):1:1")
    }

    @Test("Rows come in the order and through the filter that is asked for")
    func order() {
        var table = table
        note(&table, 1, beacon(1), rssi: -80)
        note(&table, 2, beacon(2), rssi: -50)
        for _ in 0..<3 { note(&table, 3, [2, 1, 6], rssi: -70, at: 1) }
        func names() -> [String] { table.shown(10, at: .zero + .seconds(2)).map { String($0.name.suffix(3)) } }
        #expect(names() == ["1:2", ":03", "1:1"])
        table.order = .rate
        #expect(names().first == ":03")
        table.order = .age
        #expect(names().first == ":03")
        table.order = .name
        #expect(names() == [":03", "1:1", "1:2"])
        table.filter = .beacons
        #expect(names() == ["1:1", "1:2"])
        table.filter = .regions
        #expect(names() == ["1:1"])
        #expect(table.shown(10, at: .zero).map(table.regionNames) == ["shop"])
    }

    @Test("A level of 0 or more is none, and distance comes from level and measured power")
    func levels() throws {
        var table = table
        note(&table, 1, beacon(1), rssi: 0)
        let row = try #require(table.shown(1, at: .zero).first)
        #expect(row.level == nil)
        #expect(table.metres(row) == nil)
        note(&table, 1, beacon(1), rssi: -59)
        let nearer = try #require(table.shown(1, at: .zero).first)
        let metres = try #require(table.metres(nearer))
        #expect(abs(metres - 1) < 0.01)
    }

    @Test("The rate is that of the last seconds, and falls when a sender falls silent")
    func rate() throws {
        var table = table
        for index in 0..<100 { note(&table, 1, beacon(1), at: Double(index) / 10) }
        func rate(_ seconds: Double) throws -> Double {
            try #require(table.shown(1, at: .zero + .seconds(seconds)).first).rate(at: .zero + .seconds(seconds))
        }
        #expect(try (9...11).contains(rate(10)))
        #expect(try rate(30) == 0)
        #expect(table.shown(1, at: .zero + .seconds(80)).isEmpty)
    }

    @Test("Ten thousand addresses do not fill the memory")
    func bounds() {
        var table = table
        note(&table, 0, beacon(1), at: 20)
        for address in 1...10_000 as ClosedRange<UInt64> {
            note(&table, address, [2, 1, 6], at: Double(address) / 1000)
        }
        #expect(table.count == 2000)
        #expect(table.shown(3000, at: .zero + .seconds(20)).contains { $0.isBeacon })
    }

    @Test("Names from the air cannot steer the terminal")
    func names() throws {
        var table = table
        note(&table, 1, [5, 9, 0x1B, 0x5B, 0x41, 0x42])
        #expect(try #require(table.shown(1, at: .zero).first).name == "00:00:00:00:00:01 \\u{1b}[AB")
    }

    @Test(
        "A level is a bar",
        arguments: [(nil, 0), (-100, 0), (-30, 64), (-65, 32), (-120, 0), (20, 64)] as [(Float?, Int)])
    func bar(level: Float?, eighths: Int) {
        let cells = LevelBar.text(level).map { Array(" ▏▎▍▌▋▊▉█").firstIndex(of: $0) ?? -1 }
        #expect(cells.count == LevelBar.width)
        #expect(cells.reduce(0, +) == eighths)
    }
}
