import Beacons
import Presence
import Testing

@Suite struct GapTests {
    private func visit() -> Stage {
        var stage = Stage.settled()
        stage.hear(tag(1), -1)
        stage.hear(tag(1), 0)
        stage.forget()
        return stage
    }

    /// Behaviour 10.
    @Test func `A visit outlives five deaf minutes without an event`() {
        var stage = visit()
        stage.lose(10)
        stage.restore(310)
        stage.hear(tag(1), 339)
        stage.advance(360)
        let events = stage.events
        #expect(events.isEmpty && stage.engine.visitCount == 1)
    }

    @Test func `After a gap each deadline starts anew, in full`() {
        var stage = visit()
        stage.lose(29)
        stage.restore(329)
        stage.advance(1000)
        let story = stage.story()
        #expect(story == ["359.0 exit timeout"])
        let exit = stage.events.last
        #expect(exit?.lastSeen == seconds(0))
    }

    @Test func `Weakness does not count in a gap either`() {
        var stage = Stage.settled([.shop("shelf", .shelf, exit: 100) { $0.enter.sightings = 1 }])
        stage.hear(tag(1), -60, rssi: -60)
        for at in stride(from: -50.0, through: 0, by: 10) { stage.hear(tag(1), at, rssi: at < -5 ? -72 : -100) }
        stage.lose(5)
        stage.restore(105)
        stage.advance(119.9)
        let before = stage.engine.visitCount
        stage.advance(121)
        #expect(before == 1 && stage.engine.visitCount == 0)
        let last = stage.events.last
        #expect(last?.kind == .exit(.rssi) && last?.at == seconds(120))
    }

    @Test func `Ten deaf minutes end the visits`() {
        var stage = visit()
        stage.lose(10)
        stage.advance(609.9)
        let before = stage.events
        stage.advance(700)
        let story = stage.story()
        #expect(before.isEmpty && story == ["610.0 exit scanner_lost"])
        #expect(stage.engine.pairCount == 0)
    }

    @Test func `While deaf a region is unknown, and settles anew afterwards`() {
        var stage = visit()
        stage.lose(10)
        stage.restore(20)
        stage.hear(tag(1), 21)
        stage.advance(50)
        let states = stage.regionStates
        #expect(
            states == [
                RegionState(region: 0, state: .unknown, count: 1, since: seconds(10), reason: .scannerDown),
                RegionState(region: 0, state: .unknown, count: 1, since: seconds(10), reason: .settling),
                RegionState(region: 0, state: .inside, count: 1, since: seconds(50), reason: nil),
            ])
    }

    @Test func `Who is heard first after a gap was perhaps there before: adapter_back`() {
        var stage = visit()
        stage.lose(10)
        stage.restore(20)
        stage.hear(tag(2), 21)
        stage.hear(tag(2), 22)
        stage.hear(tag(3), 50)
        stage.hear(tag(3), 51)
        let story = stage.story(minors: true)
        #expect(story == ["22.0 enter adapter_back 2", "50.0 exit timeout 1", "51.0 enter arrived 3"])
    }

    @Test func `A gateway that starts deaf says so, and settles once it hears`() {
        var stage = Stage(hearing: false)
        stage.advance(500)
        let isHearing = stage.engine.isHearing
        #expect(!isHearing)
        stage.restore(500)
        stage.hear(tag(1), 501)
        stage.hear(tag(1), 502)
        stage.advance(530)
        let states = stage.regionStates
        #expect(states.map(\.reason) == [.scannerDown, .settling, nil])
        #expect(states.map(\.state) == [.unknown, .unknown, .inside])
        let story = stage.story()
        #expect(story == ["502.0 enter present_at_start"])
    }

    @Test func `Lost twice or restored twice is lost or restored once`() {
        var stage = visit()
        stage.lose(10)
        stage.lose(600)
        stage.restore(605)
        stage.restore(634)
        stage.advance(700)
        let story = stage.story()
        #expect(story == ["635.0 exit timeout"])
    }

    @Test func `Nothing is ranged while deaf`() {
        var stage = visit()
        stage.lose(2.5)
        stage.restore(100.25)
        stage.advance(102)
        let times = stage.rangings.map(\.at)
        #expect(times == [1, 2, 101.25].map(seconds))
    }
}
