import Beacons
import Presence
import Testing

@Suite struct BoundsTests {
    @Test func `A full table gives up the oldest arrival first`() {
        var stage = Stage.settled { $0.limits.pairs = 3 }
        stage.hear(tag(1), 0)
        stage.hear(tag(1), 1)
        stage.hear(tag(2), 2)
        stage.hear(tag(3), 3)
        stage.hear(tag(4), 4)
        #expect(stage.engine.pairCount == 3 && stage.engine.counters.evictedArrivals == 1)
        for minor in [3, 4] as [UInt16] { stage.hear(tag(minor), 5) }
        let story = stage.story(minors: true)
        #expect(story == ["1.0 enter arrived 1", "5.0 enter arrived 3", "5.0 enter arrived 4"])
    }

    @Test func `Where all are visits the longest unseen ends`() {
        var stage = Stage.settled { $0.limits.pairs = 3 }
        for minor in [1, 2, 3] as [UInt16] {
            stage.hear(tag(minor), Double(minor))
            stage.hear(tag(minor), Double(minor) + 0.1)
        }
        stage.hear(tag(1), 4)
        stage.forget()
        stage.hear(tag(4), 5)
        stage.hear(tag(4), 5.5)
        stage.hear(tag(5), 6)
        let story = stage.story(minors: true)
        #expect(story == ["5.0 exit evicted 2", "5.5 enter arrived 4", "6.0 exit evicted 3"])
        #expect(stage.engine.counters.evictedVisits == 2 && stage.engine.visitCount == 2)
    }

    /// 5,000 identities a second for 12 s, each sent twice, with the limits of the shipped configuration.
    @Test func `A flood of invented identities, each sent twice, leaves open visits alone and lets shoppers in`() {
        var stage = Stage.settled([.shop { $0.exit.after = nil }]) { $0.ranging = nil }
        for at in [0, 0.5, 1] { for minor in 0..<40 { stage.hear(tag(UInt16(minor)), at) } }
        stage.forget()
        var most = 0
        for number in 0..<120_000 {
            let now = 1 + Double(number) / 10_000
            let invented = tag(UInt16(truncatingIfNeeded: number / 2), major: UInt16(2 + ((number / 2) >> 16)))
            stage.hear(invented, now + Double(number % 2) * 0.03, address: UInt64(number))
            if number % 5000 == 0 {
                for minor in 0..<40 { stage.hear(tag(UInt16(minor)), now) }
                // Someone comes in the midst of it.
                if now > 6 { stage.hear(tag(100), now) }
                most = max(most, stage.engine.pairCount)
            }
        }
        // An arrival is forgotten after 10 s.
        #expect(most <= 51_000)
        let exits = stage.events.filter { $0.kind != .enter(.arrived) && $0.beacon.major == 1 }
        #expect(exits.isEmpty)
        let shopper = stage.events.first { $0.beacon == tag(100) }
        #expect(shopper.map { $0.at < seconds(8.5) } == true)
        let enters = stage.events.count { $0.kind == .enter(.arrived) }
        #expect(enters <= 50 * 2 + 1)
        #expect(stage.engine.counters.throttledEnters > 50_000 && stage.engine.counters.evictedVisits == 0)
    }

    @Test func `In a smaller table the flood's own arrivals make room`() {
        var stage = Stage.settled {
            $0.limits.pairs = 2000
            $0.ranging = nil
        }
        for at in [0, 0.5] { for minor in 0..<40 { stage.hear(tag(UInt16(minor)), at) } }
        stage.forget()
        for number in 0..<50_000 {
            let now = 1 + Double(number) / 5000
            stage.hear(tag(UInt16(truncatingIfNeeded: number / 2), major: 2), now, address: UInt64(number))
            if number % 1000 == 0 { for minor in 0..<40 { stage.hear(tag(UInt16(minor)), now) } }
        }
        let exits = stage.events.filter { if case .exit = $0.kind { true } else { false } }
        #expect(exits.isEmpty && stage.engine.pairCount <= 2000)
        #expect(stage.engine.counters.evictedArrivals > 20_000 && stage.engine.counters.evictedVisits == 0)
    }
}
