import Captures
import TestSupport
import Testing

@Suite("pcapng")
struct PcapNGTests {
    private static let event: [UInt8] = [0x3E, 2, 0x02, 0]
    private static let packet = CaptureRecord.Content.packet([4] + event)
    private static let start: Int64 = 1_600_000_000_000_000

    private static let wrapped: [(linkType: UInt16, packets: [[UInt8]])] = [
        (187, [[1, 3, 0x0C, 0], [4] + event, []]),
        (201, [[0, 0, 0, 0, 1, 3, 0x0C, 0], [0, 0, 0, 1, 4] + event, [0, 0, 0, 1], [4]]),
        (254, [[0, 1, 0, 2, 3, 0x0C, 0], [0, 1, 0, 3] + event, [0, 1, 0], []]),
        (1, [[4] + event]),
    ]

    @Test("Of each link type, the received events come out as H4 packets", arguments: [false, true], wrapped)
    func linkTypes(isBigEndian: Bool, file: (linkType: UInt16, packets: [[UInt8]])) {
        var capture = PcapNGFile(isBigEndian: isBigEndian, linkType: file.linkType)
        for data in file.packets { capture.packet(data, ticks: UInt64(Self.start)) }
        let (found, error) = read(capture.bytes)
        #expect(found.map(\.content) == (file.linkType == 1 ? [] : [Self.packet]))
        #expect(found.allSatisfy { $0.adapter == (file.linkType == 254 ? 1 : 0) && $0.unixMicroseconds == Self.start })
        #expect(error == nil)
    }

    @Test(
        "Times are read in whatever unit the interface has",
        arguments: [
            (6, 1_600_000_000_000_001, 0), (9, 1_600_000_000_000_001_999, 0), (3, 1_600_000_000_000, -1),
            (0, 1_600_000_000, -1), (0x80, 1_600_000_000, -1), (0x80 | 20, 1_600_000_000 << 20 | 2, 0),
        ] as [(UInt8, UInt64, Int64)])
    func times(resolution: UInt8, ticks: UInt64, expected: Int64) {
        var capture = PcapNGFile(resolution: resolution)
        capture.packet([0, 0, 0, 3] + Self.event, ticks: ticks)
        #expect(read(capture.bytes).records.map(\.unixMicroseconds) == [Self.start + expected + 1])
    }

    @Test("An interface may count from another second")
    func offset() {
        var capture = PcapNGFile(offset: 1_600_000_000)
        capture.packet([0, 0, 0, 3] + Self.event, ticks: 7)
        #expect(read(capture.bytes).records.map(\.unixMicroseconds) == [Self.start + 7])
    }

    @Test(
        "A time that cannot be ends the reading",
        arguments: [(6, 253_402_300_800_000_000), (0, .max)] as [(UInt8, UInt64)])
    func wrongTime(resolution: UInt8, ticks: UInt64) {
        var capture = PcapNGFile(resolution: resolution)
        capture.packet([0, 0, 0, 3] + Self.event, ticks: ticks)
        let (records, error) = read(capture.bytes)
        #expect(records.isEmpty)
        #expect(error?.message.contains("a time before") == true)
    }

    @Test("Packets that were dropped are a gap since the one before")
    func drops() {
        var capture = PcapNGFile()
        capture.packet([0, 0, 0, 3] + Self.event, ticks: UInt64(Self.start))
        capture.packet([0, 0, 0, 3] + Self.event, ticks: UInt64(Self.start + 5), drops: 7)
        let found = read(capture.bytes).records
        #expect(found.map(\.content) == [Self.packet, .gapBegins, .gapEnds, Self.packet])
        #expect(found.map { $0.unixMicroseconds - Self.start } == [0, 0, 5, 5])
    }

    @Test("An adapter that closes is a gap until it opens")
    func closing() {
        var capture = PcapNGFile()
        for (ticks, opcode) in [9, 9, 8, 8].enumerated() {
            capture.packet([0, 2, 0, UInt8(opcode)], ticks: UInt64(ticks))
        }
        let found = read(capture.bytes).records
        #expect(found.map(\.content) == [.gapBegins, .gapEnds])
        #expect(found.map(\.unixMicroseconds) == [0, 2])
    }

    @Test("A second section begins afresh, in its own byte order")
    func sections() {
        var first = PcapNGFile()
        first.packet([0, 0, 0, 3] + Self.event, ticks: 1)
        var second = PcapNGFile(isBigEndian: true, linkType: 187)
        second.packet([4] + Self.event, ticks: 2)
        #expect(read(first.bytes + second.bytes).records.map(\.unixMicroseconds) == [1, 2])
    }

    @Test("Gaps are written too")
    func writing() {
        let records = [Self.packet, .gapBegins, .gapEnds].enumerated().map { index, content in
            CaptureRecord(unixMicroseconds: Self.start + Int64(index), adapter: 3, content: content)
        }
        var writer = CaptureWriter(.pcapng)
        var bytes = writer.header
        for record in records { writer.append(record, to: &bytes) }
        #expect(bytes.count.isMultiple(of: 4))
        #expect(read(bytes).records == records)
    }

    @Test("A file cut anywhere gives the records before the cut, then says at which byte it is cut")
    func cut() {
        var capture = PcapNGFile()
        for ticks in 0..<3 { capture.packet([0, 0, 0, 3] + Self.event, ticks: UInt64(ticks), drops: 0) }
        let whole = read(capture.bytes).records
        for length in 4..<capture.bytes.count {
            let (found, error) = read(Array(capture.bytes.prefix(length)))
            #expect(found == Array(whole.prefix(found.count)))
            guard let error else {
                #expect(capture.ends.contains(length))
                continue
            }
            #expect(error.offset <= length && error.message.contains("cut"))
        }
    }

    @Test(
        "Blocks that lie are refused, at their byte",
        arguments: [
            (4, 0x0B, "a block of"), (4, 0x0E, "a block of"), (28, 0xFF, "lengths differ"), (8, 0, "byte order"),
        ] as [(Int, UInt8, String)])
    func lies(place: Int, value: UInt8, message: String) {
        var bytes = PcapNGFile().bytes
        // 28: the length behind the section's header, whose first copy is at 4.
        let index = place == 28 ? 24 : place
        bytes[index] = value
        let (records, error) = read(bytes)
        #expect(records.isEmpty)
        #expect(error?.description.contains(message) == true)
    }

    @Test("No input traps, and none of it is read beyond its end")
    func total() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<4_000 {
            var capture = PcapNGFile(
                isBigEndian: Bool.random(using: &random),
                linkType: [187, 201, 254].randomElement(using: &random) ?? 0, resolution: random.integer(),
                offset: random.integer())
            for _ in 0..<3 { capture.packet(random.bytes(0...40), ticks: random.integer(), drops: random.integer()) }
            var bytes = capture.bytes
            for _ in 0..<3 { bytes[Int.random(in: 4..<bytes.count, using: &random)] = random.integer() }
            #expect(read(bytes).records.count <= 9)
        }
    }
}
