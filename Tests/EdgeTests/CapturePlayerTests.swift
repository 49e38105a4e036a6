import Captures
import Testing

@testable import Edge

/// What a capture of several adapters says to one listener.
@Suite struct CapturePlayerTests {
    private static let packet: [UInt8] = [4, 0x3E, 2, 2, 0]

    /// The items of records at one-second steps: adapter, and content.
    private func played(_ records: [(UInt16, CaptureRecord.Content)]) throws -> [(
        second: Int64, item: CapturePlayer.Item
    )] {
        var writer = CaptureWriter(.btsnoop)
        var bytes = writer.header
        for (index, (adapter, content)) in records.enumerated() {
            let time = 1_600_000_000_000_000 + Int64(index) * 1_000_000
            writer.append(CaptureRecord(unixMicroseconds: time, adapter: adapter, content: content), to: &bytes)
        }
        var player = CapturePlayer(try CaptureReader(bytes))
        var items: [(Int64, CapturePlayer.Item)] = []
        while let (time, item) = try player.next() { items.append((time / 1_000_000 - 1_600_000_000, item)) }
        return items
    }

    @Test func oneAdapterThatClosesIsAGap() throws {
        let items = try played([(0, .packet(Self.packet)), (0, .gapBegins), (0, .gapEnds), (0, .packet(Self.packet))])
        let packet = CapturePlayer.Item.packet(Self.packet, adapter: 0)
        #expect(items.map(\.item) == [packet, .gapBegan, .gapEnded, packet])
    }

    @Test func oneOfTwoIsNone() throws {
        let items = try played([
            (0, .packet(Self.packet)), (1, .packet(Self.packet)), (0, .gapBegins), (1, .packet(Self.packet)),
            (1, .gapBegins), (0, .gapEnds), (1, .gapEnds),
        ])
        #expect(items.map(\.second) == [0, 1, 3, 4, 5])
        #expect(items.suffix(2).map(\.item) == [.gapBegan, .gapEnded])
    }

    @Test func aPacketEndsAGapThatNobodyEnded() throws {
        let items = try played([(0, .gapBegins), (1, .packet(Self.packet))])
        #expect(items.map(\.item) == [.gapBegan, .gapEnded, .packet(Self.packet, adapter: 1)])
        #expect(items.map(\.second) == [0, 1, 1])
    }
}
