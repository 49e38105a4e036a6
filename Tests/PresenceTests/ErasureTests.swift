import Beacons
import Presence
import TestSupport
import Testing

@Suite("Erasure")
struct ErasureTests {
    @Test("Who is erased is gone without an event, and the occupancy says so")
    func erased() {
        var stage = Stage.settled([.shop(), .shop("shelf")])
        for minor in [1, 2] as [UInt16] {
            stage.hear(tag(minor), Double(minor))
            stage.hear(tag(minor), Double(minor) + 0.5)
        }
        stage.hear(tag(3), 3)
        stage.forget()
        let erased = stage.engine.erase { $0.minor != 2 }
        stage.advance(3)
        #expect(erased.map(\.beacon) == [tag(1), tag(1)] && erased.map(\.region) == [0, 1])
        #expect(stage.story() == [] && stage.presences.isEmpty)
        #expect(stage.regionStates.map(\.count) == [1, 1])
        #expect(stage.engine.visitCount == 2 && stage.engine.pairCount == 2)
        // Who comes again is a stranger: no second sighting of before counts.
        stage.hear(tag(3), 4)
        #expect(stage.story() == [])
        stage.hear(tag(3), 5)
        #expect(stage.story(minors: true).count == 2)
        stage.advance(500)
        #expect(stage.engine.visitCount == 0)
    }

    @Test("Of who has left, the rhythm is forgotten too")
    func rhythm() {
        func secondVisit(erasing: Bool) -> Duration? {
            var stage = Stage.settled([.shop { $0.exit.after = nil }])
            for step in 0..<200 { stage.hear(tag(1), Double(step) * 0.1) }
            stage.advance(200)
            stage.forget()
            let visits = erasing ? stage.engine.erase { $0 == tag(1) } : []
            #expect(visits.isEmpty)
            stage.hear(tag(1), 1000)
            stage.hear(tag(1), 1000.1)
            return stage.presences.first?.exitAfter
        }
        let (known, unknown) = (secondVisit(erasing: false), secondVisit(erasing: true))
        #expect(known != nil && unknown != nil && known != unknown)
    }

    @Test("Any erasure between any sightings leaves an engine that is right")
    func property() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<200 {
            var stage = Stage([.shop(exit: 10), .shop("shelf", exit: 5)]) { $0.limits.pairs = 12 }
            var time = 0.0
            for _ in 0..<100 {
                time += Double.random(in: 0..<1, using: &random)
                let minor = UInt16.random(in: 1...10, using: &random)
                if Int.random(in: 0..<8, using: &random) == 0 {
                    _ = stage.engine.erase { $0.minor == minor }
                } else {
                    stage.hear(tag(minor), time)
                }
            }
            stage.advance(time + 100)
            #expect(stage.engine.visitCount == 0 && stage.engine.pairCount == 0)
            #expect((0..<2).allSatisfy { stage.engine.state(of: $0).count == 0 })
        }
    }

    @Test("The medians of a region are those of its open visits")
    func medians() {
        var stage = Stage.settled([.shop(exit: 30), .shop("empty", majors: NumberSet([9...9]))])
        #expect(stage.engine.rhythms.isEmpty)
        for step in 0..<100 {
            stage.hear(tag(1), Double(step) * 0.2)
            if step.isMultiple(of: 5) { stage.hear(tag(2), Double(step) * 0.2) }
            stage.hear(tag(3), Double(step) * 0.2 + 0.01)
        }
        let rhythms = stage.engine.rhythms
        #expect(rhythms.count == 1 && rhythms[0].region == 0 && rhythms[0].visits == 3)
        // A gap is known to within its class of gaps.
        #expect((0.5...2).contains(rhythms[0].interval / .milliseconds(200)))
        #expect(rhythms[0].exitAfter == .seconds(30))
    }
}
