import Beacons
import HCI
import TestSupport
import Testing

@Suite("Reports")
struct ReportDecoderTests {
    private static let address = BluetoothAddress(0x1122_3344_5566)

    private static func extended(
        _ data: [UInt8], sid: UInt8 = 1, kind: AdvertisementReport.Kind = .extended, rssi: Int8? = -60,
        truncated: Bool = false
    ) -> Heard {
        Heard(
            report: AdvertisementReport(
                kind: kind, addressType: 1, address: address, secondaryPHY: .le2M, advertisingSID: sid, txPower: -7,
                rssi: rssi, isTruncated: truncated), data: data)
    }

    /// Joins the reports of several one-report packets of one kind in one event.
    private static func joined(_ packets: [[UInt8]]) -> [UInt8] {
        let reports = packets.flatMap { $0.dropFirst(5) }
        return [0x04, 0x3E, UInt8(reports.count + 2), packets[0][3], UInt8(packets.count)] + reports
    }

    @Test("An event with four extended reports gives four")
    func multiple() {
        let four = (0..<4).map { Self.extended([2, 1, UInt8($0)], sid: UInt8($0)) }
        var decoder = ReportDecoder()
        #expect(decoder.heard(Self.joined(four.map { $0.report.packet(data: $0.data) })) == four)
        #expect(decoder.counters.events == 1)
        #expect(decoder.counters.reports == 4)
    }

    @Test("Where a later report overruns its event, the earlier ones stand", arguments: 1..<28)
    func cutReport(missing: Int) {
        let two = [Self.extended([2, 1, 6]), Self.extended([2, 1, 5], sid: 2)]
        var packet = Self.joined(two.map { $0.report.packet(data: $0.data) })
        packet.removeLast(missing)
        packet[2] -= UInt8(missing)
        var decoder = ReportDecoder()
        #expect(decoder.heard(packet) == [two[0]])
        #expect(decoder.counters.cutReports == 1)
    }

    @Test("A packet shorter than it says is dropped whole; bytes after its end are ignored")
    func length() {
        let one = Self.extended([2, 1, 6])
        let packet = one.report.packet(data: one.data)
        var decoder = ReportDecoder()
        #expect(decoder.heard(packet.dropLast()).isEmpty)
        #expect(decoder.counters.cutPackets == 1)
        #expect(decoder.heard(packet + [0xFF, 0xFF]) == [one])
    }

    @Test(
        "Other events and other packets are passed over",
        arguments: [
            [], [4], [4, 0x3E, 0], [4, 0x0E, 1, 0], [2, 0x3E, 2, 2, 1],
            [4, 0x3E, 2, 1, 1],
        ] as [[UInt8]])
    func others(packet: [UInt8]) {
        var decoder = ReportDecoder()
        #expect(decoder.heard(packet).isEmpty)
        #expect(decoder.counters.otherPackets == 1)
        #expect(decoder.counters.malformed == 0)
    }

    @Test(
        "A level is what a controller may say",
        arguments: [(127, nil), (-128, nil), (21, nil), (20, 20), (0, 0), (-127, -127)]
            as [(Int8, Int8?)])
    func levels(raw: Int8, rssi: Int8?) {
        var packet = AdvertisementReport(kind: .connectable, addressType: 0, address: Self.address, rssi: 0)
            .packet(data: [])
        packet[packet.count - 1] = UInt8(bitPattern: raw)
        var decoder = ReportDecoder()
        #expect(decoder.heard(packet).map(\.report.rssi) == [rssi])
        #expect(decoder.counters.rssiUnavailable == (rssi == nil ? 1 : 0))
        #expect(decoder.counters.empty == 1)
    }

    @Test("A directed advertisement has no data and is counted")
    func directed() {
        let packet: [UInt8] = [
            4, 0x3E, 18, 0x0B, 1, 1, 1, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 1, 0, 0, 0, 0, 0, 0, 0xC4,
        ]
        var decoder = ReportDecoder()
        let report = AdvertisementReport(kind: .directed, addressType: 1, address: Self.address, rssi: -60)
        #expect(decoder.heard(packet) == [Heard(report: report, data: [])])
        #expect(decoder.counters.directed == 1)
    }

    @Test("Fragments become one report, also among those of another set")
    func fragments() {
        let data = (0..<1650).map { UInt8(truncatingIfNeeded: $0) }
        let first = Self.extended(data)
        let second = Self.extended(data.reversed(), sid: 2)
        var decoder = ReportDecoder()
        let packets = zip(first.report.packets(data: first.data), second.report.packets(data: second.data))
        let heard = packets.flatMap { decoder.heard($0) + decoder.heard($1) }
        #expect(heard == [first, second])
        #expect(decoder.counters.reports == 2)
    }

    @Test("A chain that the controller gave up is given, and said to be truncated")
    func truncated() {
        let cut = Self.extended([UInt8](repeating: 7, count: 300), truncated: true)
        var decoder = ReportDecoder()
        #expect(cut.report.packets(data: cut.data).flatMap { decoder.heard($0) } == [cut])
        #expect(decoder.counters.truncated == 1)
    }

    @Test("A scan response is never joined to the advertisement before it")
    func scanResponse() {
        let long = Self.extended([UInt8](repeating: 7, count: 300))
        let response = Self.extended([2, 1, 6], kind: .scanResponse)
        let packets = long.report.packets(data: long.data)
        var decoder = ReportDecoder()
        #expect(decoder.heard(packets[0]).isEmpty)
        #expect(decoder.heard(response.report.packet(data: response.data)) == [response])
        #expect(decoder.heard(packets[1]) == [long])
    }

    @Test("Two seconds after its last fragment a chain is forgotten, not before", arguments: [2_000_000, 2_000_001])
    func expiry(later: Int64) {
        let long = Self.extended([UInt8](repeating: 7, count: 300))
        let packets = long.report.packets(data: long.data)
        var decoder = ReportDecoder()
        _ = decoder.heard(packets[0], at: 5)
        let heard = decoder.heard(packets[1], at: 5 + later)
        #expect(heard.map(\.data.count) == [later > 2_000_000 ? 71 : 300])
        #expect(decoder.counters.expiredChains == (later > 2_000_000 ? 1 : 0))
    }

    @Test("More than 1650 bytes are dropped to the chain's end, and counted once")
    func overlong() {
        let long = Self.extended([UInt8](repeating: 7, count: 1651 + 500))
        var decoder = ReportDecoder()
        #expect(long.report.packets(data: long.data).flatMap { decoder.heard($0) }.isEmpty)
        #expect(decoder.counters.overlongChains == 1)
        #expect(decoder.heard(long.report.packet(data: [2, 1, 6])).count == 1)
    }

    @Test("The sixty-fifth open chain takes the place of the oldest")
    func bound() {
        var decoder = ReportDecoder()
        let data = [UInt8](repeating: 7, count: 300)
        let chains = (0..<65).map { index in
            AdvertisementReport(
                kind: .extended, addressType: 1, address: BluetoothAddress(index), advertisingSID: 1, rssi: -60
            ).packets(data: data)
        }
        for packets in chains { #expect(decoder.heard(packets[0]).isEmpty) }
        #expect(decoder.counters.evictedChains == 1)
        #expect(chains.dropFirst().allSatisfy { decoder.heard($0[1]).map(\.data) == [data] })
    }

    @Test("Any report that can be encoded decodes to itself")
    func roundTrip() {
        var random = SplitMix64(seed: 3)
        var decoder = ReportDecoder()
        for _ in 0..<5_000 {
            let isExtended = Bool.random(using: &random)
            let kinds: [AdvertisementReport.Kind] = [
                .connectable, .scannable, .nonConnectable, .scanResponse, .directed,
            ]
            var report = AdvertisementReport(
                kind: kinds.randomElement(using: &random) ?? .directed,
                addressType: UInt8.random(in: 0...3, using: &random),
                address: BluetoothAddress(random.next()), rssi: Int8.random(in: -127...20, using: &random))
            if isExtended {
                report.kind = .extended
                report.secondaryPHY = .coded
                report.advertisingSID = UInt8.random(in: 0...15, using: &random)
                report.txPower = Int8.random(in: -127...20, using: &random)
                report.isTruncated = Bool.random(using: &random)
            }
            let heard = Heard(report: report, data: random.bytes(0...(isExtended ? 1650 : 31)))
            #expect(report.packets(data: heard.data).flatMap { decoder.heard($0) } == [heard])
        }
    }

    @Test("No input traps")
    func total() {
        var random = SplitMix64(seed: 5)
        var decoder = ReportDecoder()
        for step in 0..<50_000 {
            let body = random.bytes(0...255)
            let event = [
                [0x02, 0x0B, 0x0D].randomElement(using: &random) ?? 0, UInt8.random(in: 0...4, using: &random),
            ]
            let packet = [4, 0x3E, UInt8.random(in: 0...255, using: &random)] + event + body
            _ = decoder.heard(packet, at: Int64(step) * 10_000)
        }
        let counters = decoder.counters
        #expect(counters.reports > 0 && counters.cutReports > 0 && counters.cutPackets > 0 && counters.invalid > 0)
    }
}
