import Beacons
import Presence
import TestSupport
import Testing

@Suite struct EnterTests {
    /// Behaviour 3.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `A level that alternates round the enter floor enters at most once`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var stage = Stage.settled([.shop("shelf", .shelf)])
        for tenth in 0..<6000 {
            stage.hear(tag(1), Double(tenth) / 10, rssi: Bool.random(using: &random) ? -64 : -76)
        }
        let enters = stage.events.filter { $0.kind == .enter(.arrived) }.count
        #expect(enters == 1 && stage.events.count == 1)
    }

    /// Behaviour 4.
    @Test func `One stray advertisement is no event`() {
        var stage = Stage.settled()
        stage.hear(tag(1), 0)
        stage.advance(9.999_999)
        #expect(stage.engine.pairCount == 1)
        stage.advance(10)
        let outputs = stage.outputs
        #expect(outputs.isEmpty && stage.engine.pairCount == 0)
    }

    @Test func `Two sightings within the time confirm, the first of them begins the visit`() {
        var stage = Stage.settled()
        stage.hear(tag(1), 0)
        stage.hear(tag(1), 10)
        let event = stage.events.first
        #expect(event?.at == seconds(10) && event?.firstSeen == seconds(0) && event?.sightings == 2)
        #expect(event?.number == 1 && event?.visit == 1)
    }

    @Test func `Three within ten seconds are counted in a sliding window`() {
        var stage = Stage.settled([.shop { $0.enter.sightings = 3 }])
        for at in [0.0, 6, 12, 14, 15] { stage.hear(tag(1), at) }
        let events = stage.events
        #expect(events.map(\.at) == [seconds(14)] && events.first?.firstSeen == seconds(6))
        let sightings = stage.engine.visitCount
        #expect(sightings == 1)
    }

    @Test func `What is too weak for the region is no confirmation`() {
        var stage = Stage.settled([.shop("shelf", .shelf), .shop()])
        for second in 0..<20 { stage.hear(tag(1), Double(second), rssi: -75) }
        let story = stage.story(regions: true)
        #expect(story == ["1.0 enter arrived r1"])
    }

    @Test func `Without a level nobody comes into a region that asks for one`() {
        var stage = Stage.settled([.shop("shelf", .shelf), .shop()])
        for second in 0..<20 { stage.hear(tag(1), Double(second), rssi: nil) }
        let story = stage.story(regions: true)
        #expect(story == ["1.0 enter arrived r1"])
    }

    @Test func `Before one settling period had passed they were there at the start`() {
        var stage = Stage()
        stage.hear(tag(1), 28)
        stage.hear(tag(1), 29)
        stage.hear(tag(2), 30)
        stage.hear(tag(2), 31)
        let story = stage.story(minors: true)
        #expect(story == ["29.0 enter present_at_start 1", "31.0 enter arrived 2"])
    }

    @Test func `Above the bound of enters arrivals stay arriving`() {
        var stage = Stage.settled { $0.limits.entersPerSecond = 50 }
        for minor in 0..<80 { stage.hear(tag(UInt16(minor)), 0) }
        for minor in 0..<80 { stage.hear(tag(UInt16(minor)), 0.5) }
        let first = stage.engine.visitCount
        #expect(first == 50 && stage.engine.counters.throttledEnters == 30)
        for minor in 0..<80 { stage.hear(tag(UInt16(minor)), 2) }
        let second = stage.engine.visitCount
        #expect(second == 80)
    }

    @Test func `What is not asked for is not told, but known`() {
        var stage = Stage.settled([
            .shop { region in
                region.notify.enter = false
                region.notify.exit = false
                region.notify.dwell = [.seconds(5)]
            }
        ])
        for second in 0..<10 { stage.hear(tag(1), Double(second)) }
        stage.advance(60)
        let events = stage.events
        #expect(events.map(\.kind) == [.dwell(threshold: .seconds(5))] && events.map(\.number) == [1])
        let presences = stage.presences
        #expect(presences.map(\.exit) == [nil, .timeout])
    }
}
