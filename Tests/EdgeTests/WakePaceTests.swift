import Captures
import Daemon
import Presence
import Testing

@testable import Edge

@Suite struct WakePaceTests {
    /// Counts packets.
    private struct Counter: PacketSink, ~Copyable {
        var packets = 0
        mutating func packet(_ packet: Span<UInt8>, from adapter: UInt16, at instant: Instant) { packets += 1 }
        mutating func hearingLost(at instant: Instant) {}
        mutating func hearingRestored(at instant: Instant) {}
    }

    @Test("A thousand packets in 200 ms are handed over by few wakes, none lost")
    func busyAir() {
        let source = playback(packets: 1000, apart: .microseconds(200))
        var sink = Counter()
        var wakes = 0
        while !source.hasEnded {
            _ = source.receive(into: &sink, until: nil, wakes: [])
            wakes += 1
        }
        let packets = sink.packets
        #expect(packets == 1000)
        #expect(wakes <= 200 / 5 + 2)
    }

    @Test("What else is to be done is not kept waiting by packets that gather")
    func woken() throws {
        let source = playback(packets: 2, apart: .seconds(3600))
        let wake = try Wake()
        wake.signal()
        var sink = Counter()
        // The first packet is there already; then the wait is for an hour, but for the wake.
        for _ in 0..<3 { _ = source.receive(into: &sink, until: nil, wakes: [wake.descriptor]) }
        let packets = sink.packets
        #expect(packets == 1)
    }

    @Test("In a flood what follows from some packets leaves before more are taken")
    func flood() throws {
        let start = Instant.now
        let source = playback(packets: 10_000, apart: .microseconds(1), from: start)
        var sink = Counter()
        var taken = 0
        while !source.hasEnded {
            let instant = source.receive(into: &sink, until: nil, wakes: [])
            let packets = sink.packets
            #expect(packets - taken <= 256)
            // Packets are a microsecond apart: the next one is not before the instant up to which all are told.
            #expect(source.hasEnded || instant <= start + .microseconds(packets))
            taken = packets
        }
        #expect(taken == 10_000)
    }

    private func playback(packets: Int, apart: Duration, from start: Instant = .now) -> Playback {
        var next = 0
        return Playback(from: start) {
            guard next < packets else { return nil }
            defer { next += 1 }
            return (apart * next, .packet([4], adapter: 0))
        }
    }
}
