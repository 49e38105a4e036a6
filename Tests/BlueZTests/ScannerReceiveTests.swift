import Beacons
import Glibc
import HCI
import Testing

@testable import BlueZ

@Suite("Receiving")
struct ScannerReceiveTests {
    private static func report(_ number: Int) -> [UInt8] {
        AdvertisementReport(kind: .nonConnectable, addressType: 1, address: BluetoothAddress(UInt64(number)), rssi: -60)
            .packet(data: [2, 1, 6])
    }

    private static let far = Int64.max / 2

    @Test(
        "Every packet is handed over, in order, in time, and all before the silence counts",
        arguments: [SOCK_SEQPACKET, SOCK_DGRAM])
    func order(type: __socket_type) throws {
        let controller = Controller(type: type)
        var scanner = controller.scanner()
        let packets = (0..<200).map(Self.report)
        let before = Clock.monotonic()
        controller.say(packets)
        var heard: [[UInt8]] = []
        var times: [Int64] = []
        let reception = try scanner.receive(until: Self.far) { packet, at in
            heard.append(packet.indices.map { packet[$0] })
            times.append(at)
        }
        #expect(heard == packets)
        #expect(reception.packets == 200)
        let drainedAt = try #require(reception.drainedAt)
        #expect(times == times.sorted())
        #expect(before <= times[0] && times[199] <= Clock.monotonic() && before <= drainedAt)
    }

    @Test("Silence ends at the deadline, and counts as silence")
    func deadline() throws {
        var scanner = Controller().scanner()
        let deadline = Clock.monotonic() + 20_000
        let reception = try scanner.receive(until: deadline) { _, _ in }
        #expect(reception.packets == 0)
        #expect(try #require(reception.drainedAt) >= deadline)
    }

    @Test("A wake ends the wait for packets that do not come", .timeLimit(.minutes(1)))
    func wake() throws {
        var scanner = Controller().scanner()
        let wake = open("/dev/zero", O_RDONLY)
        defer { close(wake) }
        let reception = try scanner.receive(until: Self.far, wakes: [wake]) { _, _ in }
        #expect(reception.packets == 0)
        #expect(reception.drainedAt != nil)
    }

    @Test("Malformed events reach the decoder as they are, and stop nothing")
    func malformed() throws {
        let controller = Controller()
        var scanner = controller.scanner()
        var decoder = ReportDecoder()
        var reports: [AdvertisementReport] = []
        let cut = Array(Self.report(1).dropLast())
        controller.say([cut, [4], [0xFF], [UInt8](repeating: 4, count: 600), Self.report(2)])
        _ = try scanner.receive(until: Self.far) { packet, at in
            decoder.decode(packet, at: at) { report, _ in reports.append(report) }
        }
        #expect(reports.map(\.address.value) == [2])
        #expect(decoder.counters.cutPackets == 1)
        #expect(decoder.counters.otherPackets == 3)
    }

    @Test("An adapter that is unplugged is said to be gone")
    func gone() throws {
        let controller = Controller()
        var scanner = controller.scanner()
        shutdown(controller.air, Int32(SHUT_RDWR))
        let result = Result<Reception, ScannerError> { () throws(ScannerError) in
            try scanner.receive(until: Self.far) { _, _ in }
        }
        #expect(result == .failure(.adapterGone))
    }

    @Test("What the kernel drops as the socket is full is counted, to the packet")
    func dropped() throws {
        // Unix sockets make their sender wait; a UDP socket drops as a raw HCI socket does.
        let full = Descriptor(owning: socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                #expect(bind(full.number, address, size) == 0)
                #expect(getsockname(full.number, address, &size) == 0)
                #expect(connect(full.number, address, size) == 0)
            }
        }
        let packet = Self.report(1)
        for _ in 0..<3_000 { _ = send(full.number, packet, packet.count, 0) }
        let dropped = RawSocket.dropped(full.number)
        var batch = Batch()
        var received = 0
        while batch.fill(from: full.number) { received += batch.count }
        #expect(dropped > 0)
        #expect(received + Int(dropped) == 3_000)
    }
}
