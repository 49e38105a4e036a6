import Presence
import Testing

@Suite struct ExitTests {
    /// Behaviour 1.
    @Test(arguments: [10.0, 30.0])
    func `Gaps round a fixed timeout exit exactly where arithmetic says`(timeout: Double) {
        var stage = Stage.settled([.shop(exit: timeout) { $0.enter.sightings = 1 }])
        var expected = ["0.0 enter arrived"]
        var now = 0.0
        stage.hear(tag(1), now)
        for gap in [9.9, 10.1, 12.5, 29.9, 30.1] {
            if gap > timeout {
                expected += [
                    "\(seconds(now + timeout).inSeconds) exit timeout", "\(seconds(now + gap).inSeconds) enter arrived",
                ]
            }
            now += gap
            stage.hear(tag(1), now)
        }
        let story = stage.story()
        #expect(story == expected)
    }

    /// Behaviour 2.
    @Test func `In complete silence the exit comes at the timeout, not a microsecond before`() {
        var stage = Stage.settled()
        stage.hear(tag(1), -1)
        stage.hear(tag(1), 0)
        stage.advance(29.999_999)
        let before = stage.story()
        #expect(before == ["0.0 enter arrived"])
        stage.advance(30)
        let after = stage.story()
        #expect(after == ["0.0 enter arrived", "30.0 exit timeout"])
    }

    @Test func `An exit that time has passed by still carries its own instant`() {
        var stage = Stage.settled()
        stage.hear(tag(1), -1)
        stage.hear(tag(1), 0)
        stage.advance(500)
        let (exit, presence) = (stage.events.last, stage.presences.last)
        #expect(exit?.at == seconds(30) && exit?.lastSeen == seconds(0) && exit?.firstSeen == seconds(-1))
        #expect(exit?.sightings == 2 && exit?.number == 2 && exit?.visit == 1)
        #expect(presence?.exit == .timeout && presence?.at == seconds(30))
    }

    @Test func `At the same instant the sighting comes first`() {
        var stage = Stage.settled()
        stage.hear(tag(1), -1)
        stage.hear(tag(1), 0)
        stage.hear(tag(1), 30)
        stage.advance(30)
        let story = stage.story()
        #expect(story == ["0.0 enter arrived"])
    }

    @Test func `Nobody is told of a deadline late: the next deadline is never after it`() {
        var stage = Stage.settled([.shop(exit: 30), .shop("long", exit: 500)]) { $0.ranging = nil }
        stage.hear(tag(1), -1)
        stage.hear(tag(1), 0)
        var wakes = 0
        while let deadline = stage.engine.nextDeadline, deadline < seconds(1000) {
            stage.advance(deadline.inSeconds)
            wakes += 1
        }
        let story = stage.story(regions: true)
        #expect(
            story == ["0.0 enter arrived r0", "0.0 enter arrived r1", "30.0 exit timeout r0", "500.0 exit timeout r1"])
        #expect(wakes < 40)
        #expect(stage.engine.nextDeadline == nil)
    }

    @Test func `A level below the exit floor for its time ends the visit`() {
        var stage = Stage.settled([
            .shop("shelf", .shelf) { $0.enter.sightings = 1 }
        ])
        stage.hear(tag(1), 0, rssi: -60)
        for second in 1...40 { stage.hear(tag(1), Double(second), rssi: -90) }
        let exits = stage.events.filter { $0.kind == .exit(.rssi) }
        #expect(exits.count == 1)
        // The filtered level falls by at most a third of 10 dB a second, and stays below −77 dBm for 15 s.
        #expect(exits.allSatisfy { (19...24).contains($0.at.inSeconds) && ($0.reading.level ?? 0) < -77 })
    }

    @Test func `A level that recovers in time ends nothing`() {
        var stage = Stage.settled([.shop("shelf", .shelf) { $0.enter.sightings = 1 }])
        stage.hear(tag(1), 0, rssi: -60)
        for second in 1...200 { stage.hear(tag(1), Double(second), rssi: second % 20 < 12 ? -85 : -60) }
        let story = stage.story()
        #expect(story == ["0.0 enter arrived"])
    }

    @Test func `Weakness is on time in silence, too`() {
        var stage = Stage.settled([
            .shop { region in
                region.enter.sightings = 1
                region.exit.rssi = -80
                region.exit.belowFor = .seconds(10)
            }
        ])
        stage.hear(tag(1), 0, rssi: -90)
        stage.advance(60)
        let story = stage.story()
        #expect(story == ["0.0 enter arrived", "10.0 exit rssi"])
    }
}

extension Instant {
    var inSeconds: Double { Double(microseconds) / 1e6 }
}
