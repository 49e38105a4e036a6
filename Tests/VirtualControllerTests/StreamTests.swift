import Beacons
import HCI
import Testing
import VirtualController

struct StreamTests {
    @Test("A scan hears the stream at its rate, in order", arguments: [Family.legacy, .extended])
    func rate(family: Family) {
        var host = Host(family)
        _ = host.tell("rate", "2000")
        host.wait(100)
        #expect(host.takeReports().isEmpty)
        host.startScan()
        host.wait(3000)
        let reports = host.takeReports()
        #expect(reports.count == 6000)
        #expect(zip(reports, reports.dropFirst()).allSatisfy { sequence($1.data) == sequence($0.data) &+ 1 })
        #expect(reports.allSatisfy { $0.report.rssi == -60 && $0.report.kind == .nonConnectable })
        #expect(Set(reports.map(\.report.address)).count == 50)
    }

    @Test("Streamed advertisements are iBeacons of the device's own")
    func beacons() throws {
        var host = Host(.legacy)
        _ = host.tell("devices", "3")
        _ = host.tell("rate", "100")
        host.startScan()
        host.wait(100)
        let beacons = Set(host.takeReports().map { BeaconFrame.frames(in: $0.data.span) })
        let uuid = try #require(BeaconUUID("7beac017-0000-4000-8000-000000000001"))
        #expect(
            beacons
                == Set((0..<3).map { [.iBeacon(IBeacon(uuid: uuid, major: 1, minor: $0, measuredPower: -59))] }))
    }

    @Test("Events hold as many reports as asked, and as fit", arguments: [(Family.legacy, 6), (.extended, 4)])
    func batch(family: Family, most: Int) {
        for (asked, expected) in [(2, 2), (most, most), (100, most)] {
            var host = Host(family)
            _ = host.tell("rate", "1200")
            _ = host.tell("batch", "\(asked)")
            host.startScan()
            host.wait(1000)
            #expect(abs(host.events[0].count * expected - 1200) <= expected)
            #expect(host.events[0].allSatisfy { $0[4] == UInt8(expected) })
            #expect(host.takeReports().count == host.air.controllers[0].reports - expected)
        }
    }

    @Test("A time of silence is not made up for")
    func silence() {
        var host = Host(.legacy)
        _ = host.tell("rate", "100")
        host.startScan()
        _ = host.tell("silent", "on")
        host.wait(10_000)
        #expect(host.takeReports().isEmpty)
        _ = host.tell("silent", "off")
        host.wait(100)
        #expect((10...11).contains(host.takeReports().count))
    }

    @Test("A controller wakes when the next report is due")
    func deadline() {
        var host = Host(.legacy)
        #expect(host.air.deadline == nil)
        _ = host.tell("rate", "10")
        #expect(host.air.deadline == nil)
        host.startScan()
        #expect(host.air.deadline == host.now + 100_000)
    }

    @Test("The duplicate filter passes each device once, until the scan is enabled anew")
    func duplicates() {
        var host = Host(.legacy)
        _ = host.tell("rate", "1000")
        host.send(0x200C, [1, 1])
        host.wait(1000)
        #expect(host.takeReports().count == 50)
        host.send(0x200C, [1, 1])
        host.wait(1000)
        #expect(host.takeReports().count == 50)
        _ = host.tell("filters", "off")
        host.wait(1000)
        #expect(host.takeReports().count >= 999)
    }

    @Test("The accept list passes who is in it")
    func acceptList() {
        var host = Host(.legacy)
        _ = host.tell("rate", "1000")
        // Passive, 60 ms, public address, listed ones only; the stream's device 7, random address.
        host.send(0x200B, [0, 0x60, 0, 0x60, 0, 0, 1])
        host.send(0x2011, [1, 7, 0, 0, 0xEE, 0xFF, 0xC0])
        host.send(0x200C, [1, 0])
        host.wait(1000)
        let heard = host.takeReports()
        #expect(heard.count == 20)
        #expect(Set(heard.map(\.report.address.description)) == ["c0:ff:ee:00:00:07"])
        host.send(0x2012, [1, 7, 0, 0, 0xEE, 0xFF, 0xC0])
        host.wait(1000)
        #expect(host.takeReports().isEmpty)
    }
}
