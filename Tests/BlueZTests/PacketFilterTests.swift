import Beacons
import Glibc
import HCI
import TestSupport
import Testing

@testable import BlueZ

@Suite("What the kernel keeps back")
struct PacketFilterTests {
    /// What comes through a socket with the filter on it.
    private func passed(_ filter: PacketFilter, _ packets: [[UInt8]]) throws -> [[UInt8]] {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
        let own = Descriptor(owning: ends[0])
        let other = Descriptor(owning: ends[1])
        try filter.attach(to: own.number)
        var passed: [[UInt8]] = []
        var buffer = [UInt8](repeating: 0, count: 300)
        for packet in packets {
            _ = send(other.number, packet, packet.count, 0)
            let count = recv(own.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { passed.append(Array(buffer[..<count])) }
        }
        return passed
    }

    private static func report(_ data: [UInt8], extended: Bool) -> [UInt8] {
        AdvertisementReport(
            kind: extended ? .extended : .nonConnectable, addressType: 1, address: BluetoothAddress(7), rssi: -60
        ).packet(data: data)
    }

    private static let iBeacon: [UInt8] = BeaconFrame.iBeacon(
        IBeacon(uuid: BeaconUUID(7), major: 1, minor: 2, measuredPower: -59)
    ).advertisingData

    @Test("iBeacons pass, with and without flags, legacy and extended", arguments: [false, true])
    func iBeacons(extended: Bool) throws {
        let data = [Self.iBeacon, Array(Self.iBeacon.dropFirst(3)), Self.iBeacon + (extended ? [2, 0x0A, 4] : [])]
        let packets = data.map { Self.report($0, extended: extended) }
        #expect(try passed(.iBeacons, packets) == packets)
    }

    @Test("What is none is kept back", arguments: [false, true])
    func others(extended: Bool) throws {
        let eddystone: [UInt8] = [2, 1, 6, 3, 3, 0xAA, 0xFE, 0x15, 0x16, 0xAA, 0xFE] + [UInt8](repeating: 0, count: 18)
        let nearby: [UInt8] = [2, 1, 6, 10, 0xFF, 0x4C, 0, 0x10, 5, 1, 2, 3, 4, 5]
        let data = [eddystone, nearby, [], Array(Self.iBeacon.dropLast())]
        let packets = data.map { Self.report($0, extended: extended) }
        #expect(try passed(.iBeacons, packets) == [])
    }

    @Test("What may hold one, or is no report, passes")
    func doubtful() throws {
        let several: [UInt8] = [4, 0x3E, 24, 2, 2] + [UInt8](repeating: 0, count: 22)
        var fragment = Self.report([1, 2, 3], extended: true)
        fragment[5] |= 0x20
        let answer: [UInt8] = [4, 0x0E, 4, 1, 0x0C, 0x20, 0]
        let packets = [several, fragment, answer, [1, 0x0C, 0x20, 2, 1, 0]]
        #expect(try passed(.iBeacons, packets) == packets)
        #expect(try passed(.noReports, packets) == [answer, [1, 0x0C, 0x20, 2, 1, 0]])
    }

    @Test("No iBeacon that our decoder finds at its usual place is ever kept back")
    func random() throws {
        var random = SplitMix64(seed: 1)
        let packets = (0..<3_000).map { _ in
            var data = Self.iBeacon
            data[Int.random(in: 0..<data.count, using: &random)] = .random(in: 0...255, using: &random)
            return Self.report(data, extended: Bool.random(using: &random))
        }
        let passed = Set(try passed(.iBeacons, packets))
        for packet in packets {
            var decoder = ReportDecoder()
            var counters = DecodeCounters()
            var isUsual = false
            decoder.decode(packet.span, at: 0) { _, data in
                guard data.count == 30, data[4] == 0xFF else { return }
                BeaconDecoder.identities(in: data, counters: &counters) { beacon in
                    if beacon.identity.isIBeacon { isUsual = true }
                }
            }
            if isUsual { #expect(passed.contains(packet)) }
        }
    }
}

extension BeaconIdentity {
    fileprivate var isIBeacon: Bool { description.hasPrefix("ibeacon:") }
}
