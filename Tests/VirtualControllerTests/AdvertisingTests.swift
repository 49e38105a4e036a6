import Beacons
import HCI
import Testing
import VirtualController

struct AdvertisingTests {
    static let beacon: [UInt8] = [2, 1, 6, 3, 0x03, 0xAA, 0xFE]

    /// Legacy, not connectable, every 100 ms, as LE Set Advertising Parameters has it.
    static let legacyParameters: [UInt8] = [0xA0, 0, 0xA0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0]

    /// A set that sends `properties`, every 100 ms, from the public address, SID 5.
    static func parameters(_ handle: UInt8, properties: UInt8) -> [UInt8] {
        [handle, properties, 0, 0xA0, 0, 0, 0xA0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 1, 0, 1, 5, 0]
    }

    static func advertise(_ host: inout Host, from index: Int) -> [HCIStatus?] {
        if host.air.controllers[index].family == .legacy {
            let data = [UInt8(beacon.count)] + beacon + [UInt8](repeating: 0, count: 31 - beacon.count)
            return [
                host.send(0x2006, legacyParameters, to: index), host.send(0x2008, data, to: index),
                host.send(0x200A, [1], to: index),
            ]
        }
        return [
            host.send(0x2036, parameters(1, properties: 0x10), to: index),
            host.send(0x2037, [1, 3, 1, UInt8(beacon.count)] + beacon, to: index),
            host.send(0x2039, [1, 1, 1, 0, 0, 0], to: index),
        ]
    }

    @Test(
        "What one controller advertises reaches the one that scans, at its interval",
        arguments: [Family.legacy, .extended], [Family.legacy, .extended])
    func joined(from: Family, to: Family) {
        var host = Host(to, from)
        host.startScan()
        #expect(Self.advertise(&host, from: 1) == [.success, .success, .success])
        host.wait(950)
        let reports = host.takeReports()
        #expect(reports.count == 10)
        for (report, data) in reports {
            #expect(data == Self.beacon)
            #expect(report.address == BluetoothAddress(2))
            #expect(report.addressType == 0)
            #expect(report.kind == .nonConnectable)
        }
        // Off: 0x200A, and for sets all at once.
        _ = from == .legacy ? host.send(0x200A, [0], to: 1) : host.send(0x2039, [0, 0], to: 1)
        host.wait(1000)
        #expect(host.takeReports().isEmpty)
    }

    @Test("An extended PDU is heard by an extended scan only")
    func extendedPDU() {
        var host = Host(.legacy, .extended, .extended)
        host.startScan(0)
        host.startScan(2)
        host.send(0x2036, Self.parameters(1, properties: 0), to: 1)
        host.send(0x2037, [1, 3, 1, 200] + [UInt8](repeating: 7, count: 200), to: 1)
        host.send(0x2039, [1, 1, 1, 0, 0, 0], to: 1)
        host.wait(250)
        #expect(host.takeReports(0).isEmpty)
        let reports = host.takeReports(2)
        #expect(reports.count == 3)
        #expect(reports.allSatisfy { $0.report.kind == .extended && $0.report.advertisingSID == 5 })
        #expect(reports.allSatisfy { $0.data.count == 200 })
    }

    @Test("A set's random address is what it sends from, and it must have one")
    func randomAddress() {
        var host = Host(.extended, .extended)
        host.startScan()
        var parameters = Self.parameters(1, properties: 0x10)
        parameters[10] = 1
        host.send(0x2036, parameters, to: 1)
        #expect(host.send(0x2039, [1, 1, 1, 0, 0, 0], to: 1) == .invalidParameters)
        #expect(host.send(0x2035, [1, 9, 8, 7, 6, 5, 0xC4], to: 1) == .success)
        #expect(host.send(0x2039, [1, 1, 1, 0, 0, 0], to: 1) == .success)
        host.wait(50)
        let reports = host.takeReports()
        #expect(reports.map(\.report.address.description) == ["c4:05:06:07:08:09"])
        #expect(reports.map(\.report.addressType) == [1])
    }

    @Test("Legacy data may be set before the parameters, as the kernel does, and changed after them")
    func legacyOrder() {
        var host = Host(.legacy, .legacy)
        host.startScan()
        host.send(0x2008, [3, 2, 1, 6] + [UInt8](repeating: 0, count: 28), to: 1)
        host.send(0x2006, Self.legacyParameters, to: 1)
        host.send(0x200A, [1], to: 1)
        host.wait(50)
        host.send(0x2008, [1, 0] + [UInt8](repeating: 0, count: 30), to: 1)
        host.wait(100)
        #expect(host.takeReports().map(\.data) == [[2, 1, 6], [0]])
    }

    @Test("Data may come in pieces")
    func fragments() {
        var host = Host(.extended, .extended)
        host.startScan()
        host.send(0x2036, Self.parameters(1, properties: 0), to: 1)
        #expect(host.send(0x2037, [1, 1, 1, 2, 3, 9], to: 1) == .success)
        #expect(host.send(0x2037, [1, 0, 1, 1, 1], to: 1) == .success)
        #expect(host.send(0x2037, [1, 2, 1, 1, 2], to: 1) == .success)
        host.send(0x2039, [1, 1, 1, 0, 0, 0], to: 1)
        host.wait(50)
        #expect(host.takeReports().map(\.data) == [[3, 9, 1, 2]])
    }

    @Test("What a controller cannot do is refused")
    func refusals() {
        var host = Host(.extended)
        #expect(host.send(0x2037, [9, 3, 1, 0])?.rawValue == 0x42)
        #expect(host.send(0x2039, [1, 1, 9, 0, 0, 0])?.rawValue == 0x42)
        #expect(host.send(0x2039, [1, 0]) == .invalidParameters)
        for handle in 0..<4 as Range<UInt8> {
            #expect(host.send(0x2036, Self.parameters(handle, properties: 0x10)) == .success)
        }
        #expect(host.send(0x2036, Self.parameters(4, properties: 0x10))?.rawValue == 0x07)
        host.send(0x2039, [1, 1, 1, 0, 0, 0])
        // While it advertises.
        #expect(host.send(0x2036, Self.parameters(1, properties: 0x10)) == .commandDisallowed)
        #expect(host.send(0x203C, [1]) == .commandDisallowed)
        #expect(host.send(0x203D) == .commandDisallowed)
        host.send(0x2039, [0, 0])
        #expect(host.send(0x203C, [1]) == .success)
        #expect(host.send(0x203D) == .success)

        var legacy = Host(.legacy)
        var tooOften = Self.legacyParameters
        tooOften[0] = 0x1F
        #expect(legacy.send(0x2006, tooOften) == .invalidParameters)
        #expect(legacy.send(0x2008, [32] + [UInt8](repeating: 0, count: 31)) == .invalidParameters)
    }

    @Test("A reset ends advertising and scanning")
    func reset() {
        var host = Host(.legacy, .extended)
        host.startScan()
        _ = Self.advertise(&host, from: 1)
        host.send(0x0C03, to: 1)
        host.events = [[], []]
        host.wait(1000)
        #expect(host.takeReports().isEmpty)
        _ = Self.advertise(&host, from: 1)
        host.send(0x0C03, to: 0)
        host.events = [[], []]
        host.wait(1000)
        #expect(host.takeReports().isEmpty)
    }
}
