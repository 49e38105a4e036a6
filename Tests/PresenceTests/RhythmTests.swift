import Beacons
import TestSupport
import Testing

@testable import Presence

/// `exit.after: auto`.
@Suite struct RhythmTests {
    private static func region(_ change: (inout Region) -> Void = { _ in }) -> Region {
        .shop {
            $0.exit.after = nil
            change(&$0)
        }
    }

    /// Seconds of silence after which the visit of a beacon ends that was heard at `times`.
    private func silence(after times: [Double], _ region: Region = region()) -> Double? {
        var stage = Stage.settled([region]) { $0.ranging = nil }
        for time in times { stage.hear(tag(1), time) }
        stage.advance((times.last ?? 0) + 200)
        let exits = stage.events.filter { $0.kind == .exit(.timeout) }
        return exits.last.map { ($0.at - $0.lastSeen).microseconds }.map { Double($0) / 1e6 }
    }

    @Test func `A beacon heard twice a second goes after the shortest silence, to the microsecond`() {
        let deadline = silence(after: (0..<200).map { Double($0) / 2 })
        #expect(deadline == 5)
        let reader = Region(name: "reader", role: .reader, filter: Self.region().filter)
        #expect(reader.exit.min == .seconds(3) && reader.exit.after == nil)
    }

    @Test func `The slower the beacon the longer the silence, up to the longest`() throws {
        var last = 5.0
        for interval in [2.0, 4, 6] {
            let deadline = try #require(silence(after: (0..<100).map { Double($0) * interval }))
            #expect(deadline > last && deadline <= 60)
            last = deadline
        }
        let slowest = silence(after: (0..<100).map { Double($0) * 9.5 }, Self.region { $0.exit.max = .seconds(30) })
        #expect(slowest == 30)
    }

    @Test func `Before there is evidence the region's interval decides`() throws {
        let usual = try #require(silence(after: [0, 0.1]))
        #expect((20...30).contains(usual))
        let fast = try #require(silence(after: [0, 0.1], Self.region { $0.interval = .milliseconds(100) }))
        #expect(fast == 5)
    }

    @Test func `Losses in bursts make it longer than the same losses one by one`() throws {
        var random = SplitMix64(seed: 3)
        var (single, bursts): ([Double], [Double]) = ([], [])
        for second in 0..<2000 {
            if Int.random(in: 0..<5, using: &random) > 0 { single.append(Double(second)) }
            // A fifth, ten in a row.
            if second % 50 >= 10 { bursts.append(Double(second)) }
        }
        let (short, long) = (try #require(silence(after: single)), try #require(silence(after: bursts)))
        #expect(short < 12 && long > 1.5 * short && long > 12, "\(short), \(long)")
    }

    /// Exponential gaps: what independent losses of a fast beacon leave.
    @Test(arguments: [1.0, 2.5, 4])
    func `False exits come as seldom as asked for`(gap: Double) {
        var random = SplitMix64(seed: UInt64(gap * 10))
        var stage = Stage.settled([Self.region()]) { $0.ranging = nil }
        let hours = 200.0
        var now = 0.0
        while now < hours * 3600 {
            stage.hear(tag(1), now)
            now += -gap * (Double.random(in: 1e-9..<1, using: &random)).decimalLogarithm * 2.302_585_093
        }
        let exits = stage.events.count { $0.kind == .exit(.timeout) }
        // 20 expected at 0.1 an hour; three deviations of Poisson's and the learning of the mean allow twice as many.
        #expect(exits <= 40, "\(exits)")
        let returns = stage.engine.counters.returns
        #expect(returns <= UInt64(exits) && returns * 2 >= UInt64(exits))
    }

    @Test func `What was learned of a beacon outlives its visit`() throws {
        var stage = Stage.settled([Self.region()]) { $0.ranging = nil }
        for second in 0..<60 { stage.hear(tag(1), Double(second) / 2) }
        stage.advance(3600)
        for at in [4000.0, 4000.5] { stage.hear(tag(1), at) }
        stage.advance(4100)
        let last = try #require(stage.events.last)
        #expect(last.at == seconds(4005.5) && last.kind == .exit(.timeout))
        #expect(stage.engine.counters.returns == 0 && stage.engine.counters.presentSeconds == 29)
    }

    @Test func `Silence while deaf is none of the beacon's rhythm`() throws {
        var stage = Stage.settled([Self.region()]) { $0.ranging = nil }
        for second in 0..<60 { stage.hear(tag(1), Double(second) / 2) }
        stage.lose(30)
        stage.restore(330)
        stage.hear(tag(1), 331)
        stage.advance(600)
        let exit = try #require(stage.events.last)
        #expect(exit.at == seconds(336))
    }

    @Test func `An arrival is given three intervals of its beacon`() {
        var stage = Stage.settled([Self.region { $0.interval = .seconds(5) }])
        stage.hear(tag(1), 0)
        stage.hear(tag(1), 24)
        let story = stage.story()
        #expect(story == ["24.0 enter arrived"])
    }

    @Test func `Interval and deadline are told with the state`() throws {
        var stage = Stage.settled([Self.region()])
        for second in 0..<600 { stage.hear(tag(1), Double(second) / 4) }
        let state = try #require(stage.presences.last)
        #expect(state.exitAfter == .seconds(5))
        #expect((250...300).contains(state.interval.milliseconds))
    }

    @Test func `A sketch forgets by halves and keeps its mean`() {
        var rhythm = Rhythm()
        for _ in 0..<5000 { rhythm.add(1_000_000) }
        #expect((256...512).contains(rhythm.count) && abs(rhythm.mean(prior: 0, weight: 0) - 1) < 1e-4)
        for _ in 0..<2000 { rhythm.add(4_000_000) }
        #expect(rhythm.mean(prior: 0, weight: 0) > 3.9)
        for gap in [Int64.min, -1, 0, 1, .max] { rhythm.add(gap) }
        // Nothing but the longest gaps: there is no tail, and no trap.
        var slow = Rhythm()
        for _ in 0..<20 { slow.add(.max) }
        #expect(slow.tail(share: 0.25).count == 0)
        #expect(MemoryLayout<Rhythm>.stride <= 56)
    }

    @Test(arguments: [1e-12, 0.1, 0.5, 1, 2, 3, 7.7, 1e5, 1e12])
    func `A logarithm undoes the power`(number: Double) {
        #expect(abs(Distance.powerOfTen(number.decimalLogarithm) / number - 1) < 1e-10)
    }
}
