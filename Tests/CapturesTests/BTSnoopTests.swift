import Captures
import TestSupport
import Testing

@Suite("btsnoop")
struct BTSnoopTests {
    private static let event: [UInt8] = [0x3E, 2, 0x02, 0]

    @Test(
        "Of each data link, the received events come out as H4 packets",
        arguments: [
            (1001, [(0, [1, 2]), (1, [1, 2]), (2, [1, 2, 0]), (3, event)]),
            (1002, [(2, [1, 3, 0x0C, 0]), (1, [2, 0, 0, 0]), (3, [4] + event)]),
            (2001, [(0x0001_0002, [3, 0x0C, 0]), (0x0001_0003, event), (0x0001_000C, [0x42])]),
        ] as [(UInt32, [(UInt32, [UInt8])])])
    func dataLinks(dataLink: UInt32, records: [(flags: UInt32, data: [UInt8])]) {
        let file = btsnoop(dataLink, records.map { ($0.flags, 0, $0.data) })
        let (found, error) = read(file)
        #expect(found.map(\.packet) == [[4] + Self.event])
        #expect(found.map(\.adapter) == [dataLink == 2001 ? 1 : 0])
        #expect(error == nil)
    }

    @Test("A rise of the drop counter is a gap since the record before")
    func drops() {
        let file = btsnoop(2001, [(3, 0, Self.event), (3, 0, Self.event), (3, 7, Self.event), (3, 7, Self.event)])
        let packet = CaptureRecord.Content.packet([4] + Self.event)
        let start: Int64 = 1_600_000_000_000_000
        let expected: [(Int64, CaptureRecord.Content)] = [
            (0, packet), (1, packet), (1, .gapBegins), (2, .gapEnds), (2, packet), (3, packet),
        ]
        #expect(
            read(file).records
                == expected.map {
                    CaptureRecord(unixMicroseconds: start + $0 * 1_000_000, adapter: 0, content: $1)
                })
    }

    @Test("An adapter that closes is a gap until it opens, for that adapter, once")
    func closing() {
        let file = btsnoop(
            2001,
            [(0, []), (8, []), (9, []), (1, []), (0x0001_0008, []), (0, []), (8, []), (8, [])].map { ($0.0, 0, $0.1) })
        let found = read(file).records
        #expect(found.map(\.content) == [.gapBegins, .gapEnds])
        #expect(found.map(\.unixMicroseconds) == [1_600_000_002_000_000, 1_600_000_006_000_000])
    }

    @Test("Gaps are written too, and the drop counter")
    func writing() {
        let records: [CaptureRecord] = [
            CaptureRecord(unixMicroseconds: 1, adapter: 3, content: .packet([4] + Self.event)),
            CaptureRecord(unixMicroseconds: 2, adapter: 3, content: .gapBegins),
            CaptureRecord(unixMicroseconds: 3, adapter: 3, content: .gapEnds),
        ]
        var bytes = BTSnoopWriter.header
        for record in records { BTSnoopWriter.append(record, drops: 5, to: &bytes) }
        #expect(read(bytes).records == records)
        #expect(Array(bytes[16 + 12..<16 + 16]) == [0, 0, 0, 5])
    }

    @Test(
        "What is not read says so, and at which byte",
        arguments: [
            ([0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 1, 0, 0, 0, 1, 0, 0, 3, 0xEA], 0, "not a capture"),
            (Array("btsnoop\0".utf8) + big(UInt32(2)) + big(UInt32(1002)), 8, "version 2"),
            (Array("btsnoop\0".utf8) + big(UInt32(1)) + big(UInt32(1003)), 12, "data link 1003"),
            ([0x0A, 0x0D, 0x0D], 0, "not a capture"), (Array("hello".utf8), 0, "not a capture"),
            ([], 0, "not a capture"), ([0, 0xFF], 0, "not a capture"), (Array(" \n ".utf8), 0, "not a capture"),
        ] as [([UInt8], Int, String)])
    func foreign(bytes: [UInt8], offset: Int, message: String) {
        let (records, error) = read(bytes)
        #expect(records.isEmpty)
        #expect(error?.offset == offset)
        #expect(error?.description.contains(message) == true)
    }

    @Test("A time that cannot be ends the reading", arguments: [0, .max, 0x00DC_DDB3_0F2F_7FFF] as [UInt64])
    func times(time: UInt64) {
        let good = btsnoop(1002, [(3, 0, [4] + Self.event)])
        let bad = big(UInt32(0)) + big(UInt32(0)) + big(UInt32(3)) + big(UInt32(0)) + big(time)
        let (records, error) = read(good + bad)
        #expect(records.count == 1)
        #expect(error?.offset == good.count + 16)
    }

    @Test("No input traps, and none of it is read beyond its end")
    func total() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<2_000 {
            let dataLink: UInt32 = [1001, 1002, 2001].randomElement(using: &random) ?? 0
            var bytes = btsnoop(dataLink, [(3, 0, random.bytes(0...40)), (8, 0, []), (9, 0, random.bytes(0...40))])
            for _ in 0..<3 { bytes[Int.random(in: 16..<bytes.count, using: &random)] = random.integer() }
            #expect(read(bytes).records.count <= 9)
        }
    }
}
