import Beacons
import Presence
import Testing

@Suite struct VisitTests {
    @Test func `A dwell is told with the first sighting that proves it, once a visit`() {
        var stage = Stage.settled([.shop { $0.notify.dwell = [.seconds(20), .seconds(60)] }])
        for at in [0.0, 5, 19.9, 27, 40, 59.999, 61, 80] { stage.hear(tag(1), at) }
        stage.advance(200)
        for at in [300.0, 305, 325] { stage.hear(tag(1), at) }
        let story = stage.story()
        #expect(
            story == [
                "5.0 enter arrived", "27.0 dwell 20", "61.0 dwell 60", "110.0 exit timeout", "305.0 enter arrived",
                "325.0 dwell 20",
            ])
        let numbers = stage.events.map(\.number)
        #expect(numbers == [1, 2, 3, 4, 1, 2])
    }

    @Test func `One sighting may prove several dwells`() {
        var stage = Stage.settled([.shop { $0.notify.dwell = [.seconds(60), .seconds(5), .seconds(20)] }])
        for at in [0.0, 6, 33, 62] { stage.hear(tag(1), at) }
        let story = stage.story()
        #expect(story == ["6.0 enter arrived", "6.0 dwell 5", "33.0 dwell 20", "62.0 dwell 60"])
    }

    @Test func `The state of a visit is told at enter, each minute, and at exit`() {
        var stage = Stage.settled([.shop(exit: 90)])
        stage.hear(tag(1), 0)
        stage.hear(tag(1), 1)
        stage.hear(tag(1), 80)
        stage.advance(1000)
        let states = stage.presences
        #expect(states.map(\.at) == [1, 61, 121, 170].map(seconds))
        #expect(states.map(\.exit) == [nil, nil, nil, .timeout])
        #expect(states.map(\.lastSeen) == [1, 1, 80, 80].map(seconds))
        #expect(states.allSatisfy { $0.since == seconds(0) && $0.exitAfter == .seconds(90) && $0.visit == 1 })
    }

    @Test func `Who is there is ranged each second, strongest first, and once more as nobody`() {
        var stage = Stage.settled([.shop(exit: 3)])
        for half in 0..<6 {
            stage.hear(tag(1), Double(half) / 2, rssi: -70)
            stage.hear(tag(2), Double(half) / 2 + 0.1, rssi: -50)
            stage.hear(tag(3), Double(half) / 2 + 0.2, rssi: nil)
        }
        stage.advance(100)
        let lists = stage.rangings
        #expect(lists.map(\.at) == [1.5, 2.5, 3.5, 4.5, 5.5, 5.7].map(seconds))
        #expect(
            lists.map { $0.beacons.map(\.beacon.minor) } == [
                [2, 1, 3], [2, 1, 3], [2, 1, 3], [2, 1, 3], [2, 3], [],
            ])
    }

    @Test func `A list holds the hundred strongest`() {
        var stage = Stage.settled { $0.limits.entersPerSecond = 1000 }
        for pass in 0..<2 {
            for minor in 0..<130 {
                stage.hear(tag(UInt16(minor)), Double(pass) * 0.1, rssi: Int8(-126 + (minor * 37) % 120))
            }
        }
        stage.advance(1.2)
        let list = stage.rangings.last?.beacons.compactMap(\.reading.level) ?? []
        let expected = (0..<130).map { Double(-126 + ($0 * 37) % 120) }.sorted(by: >).prefix(100)
        #expect(list == Array(expected))
    }

    @Test func `Without ranging no list is told, not even an empty one`() {
        var stage = Stage.settled { $0.ranging = nil }
        for second in 0..<5 { stage.hear(tag(1), Double(second)) }
        stage.advance(60)
        let lists = stage.rangings
        #expect(lists.isEmpty)
    }

    @Test func `A region is unknown until one settling period of listening has passed`() {
        var stage = Stage([.shop(exit: 30), .shop("short", exit: 5)])
        let first = (stage.engine.state(of: 0), stage.engine.state(of: 1))
        #expect(first.0.state == .unknown && first.0.reason == .settling && first.1.reason == .settling)
        stage.hear(tag(1), 27)
        stage.hear(tag(1), 28)
        stage.advance(31)
        let states = stage.regionStates
        #expect(
            states == [
                RegionState(region: 1, state: .outside, count: 0, since: seconds(5), reason: nil),
                RegionState(region: 1, state: .inside, count: 1, since: seconds(28), reason: nil),
                RegionState(region: 0, state: .inside, count: 1, since: seconds(30), reason: nil),
            ])
    }
}
