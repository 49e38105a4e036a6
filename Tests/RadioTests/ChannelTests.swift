import Testing

@testable import Radio

@Suite struct ChannelTests {
    @Test(arguments: [(1.0, 0.0), (10, 1), (2, 0.301_029_995_663_981_2), (0.1, -1), (1000, 3), (5, 0.698_970_004_336)])
    func `Decimal logarithms are right to ten digits`(number: Double, expected: Double) {
        #expect(abs(Channel.log10(number) - expected) < 1e-10)
    }

    /// 20,000 packets, four a second, from one place.
    private func packets(distance: Double, seed: UInt64) -> [Int8?] {
        var (channel, random) = (Channel(), SplitMix64(seed: seed))
        return (0..<20_000).map { channel.receive(power: -59, distance: distance, at: Double($0) / 4, &random) }
    }

    @Test func `The mean level falls by 20 dB in a tenfold distance`() {
        let means = [1.0, 10].map { distance in
            let levels = packets(distance: distance, seed: 1).compactMap { $0 }.map(Double.init)
            return levels.reduce(0, +) / Double(levels.count)
        }
        #expect(abs(means[0] + 59) < 0.7 && abs(means[0] - means[1] - 20) < 0.5)
    }

    @Test func `A tenth is lost, and losses come in bursts`() {
        let lost = packets(distance: 2, seed: 2).map { $0 == nil }
        let rate = Double(lost.count { $0 }) / Double(lost.count)
        let pairs = zip(lost, lost.dropFirst())
        let afterLoss = Double(pairs.count { $0 && $1 }) / Double(lost.count { $0 })
        #expect((0.07...0.14).contains(rate) && afterLoss > 2.5 * rate)
    }

    @Test func `Beyond the reach of the receiver nothing is heard`() {
        #expect(packets(distance: 1000, seed: 3).allSatisfy { $0 == nil })
    }

    @Test func `A walk goes straight from point to point, and ends where it ends`() {
        let walk = Walk(from: .init(at: 1, distance: 10), [.init(at: 3, distance: 2), .init(at: 5, distance: 2)])
        #expect([0, 1, 2, 3, 4, 9].map { walk.place(at: $0).distance(to: .origin) } == [10, 10, 6, 2, 2, 2])
        #expect(walk.start == 1 && walk.end == 5)
    }
}
