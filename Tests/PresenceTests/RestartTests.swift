import Beacons
import Presence
import TestSupport
import Testing

/// Behaviour 6, and what a new configuration leaves alone.
@Suite struct RestartTests {
    /// A stage with one visit since 0 s, heard each second until 9 s.
    private func visited(_ regions: [Region] = [.shop()]) -> Stage {
        var stage = Stage.settled(regions)
        for second in 0..<10 { stage.hear(tag(1), Double(second)) }
        return stage
    }

    private func saved(_ stage: borrowing Stage, at: Double, clean: Bool = true, within: Double = 30) -> SavedPresence {
        var saved = SavedPresence(savedAt: seconds(at))
        stage.engine.forEachSavedVisit { saved.visits.append($0) }
        saved.lastVisit = stage.engine.lastVisitNumber
        saved.aliveUntil = clean ? nil : seconds(at + within)
        return saved
    }

    /// The next run, from `at` on.
    private func restarted(
        _ saved: SavedPresence, _ regions: [Region] = [.shop()], hearing: Bool = true, at: Double
    ) -> Stage {
        var stage = Stage(regions, hearing: hearing, at: seconds(at))
        _ = stage.engine.restore(saved, maxAge: .seconds(900))
        stage.advance(at)
        return stage
    }

    @Test(arguments: [0.1, 5, 29, 31, 300, 899]) func aBeaconThatIsStillThereHasNoEvent(down: Double) {
        let before = visited()
        var stage = restarted(saved(before, at: 10), at: 10 + down)
        stage.hear(tag(1), 10 + down + 25)
        for second in 0..<60 { stage.hear(tag(1), 10 + down + 26 + Double(second)) }
        #expect(stage.story() == [])
        #expect(stage.engine.visitCount == 1)
    }

    @Test(arguments: [0.1, 31, 899]) func aBeaconThatHasGoneExitsOnceAfterItsFullTimeOfListening(down: Double) throws {
        let before = visited()
        var stage = restarted(saved(before, at: 10), at: 10 + down)
        stage.advance(10 + down + 300)
        #expect(stage.story() == ["\(10 + down + 30) exit expired_while_down"])
        let exit = try #require(stage.events.first)
        #expect(exit.visit == before.events.first?.visit)
        #expect(exit.number == 2)
        #expect(exit.lastSeen == seconds(9))
        #expect(exit.firstSeen == seconds(0))
        #expect(exit.lastSeenUncertainty == nil || exit.lastSeenUncertainty == .zero)
    }

    @Test func stateThatIsTooOldEndsAtOnceAndTheBeaconBeginsANewVisit() {
        let before = visited()
        var stage = restarted(saved(before, at: 10), at: 1000)
        #expect(stage.story() == ["1000.0 exit expired_while_down"])
        stage.hear(tag(1), 1001)
        stage.hear(tag(1), 1002)
        #expect(stage.story() == ["1000.0 exit expired_while_down", "1002.0 enter present_at_start"])
        #expect(stage.events.map(\.visit) == [1, 2])
        #expect(stage.events.map(\.number) == [2, 1])
    }

    @Test(arguments: [(10.0, 1.0), (60, 31)]) func afterACrashTheExitSaysHowUncertainItsLastSightingIs(
        down: Double, uncertain: Double
    ) {
        let before = visited()
        var stage = restarted(saved(before, at: 10, clean: false), at: down)
        stage.advance(down + 30)
        #expect(stage.events.map(\.lastSeenUncertainty) == [.seconds(uncertain)])
    }

    @Test func onceHeardAgainAnExitIsLikeAnyOther() throws {
        let before = visited()
        var stage = restarted(saved(before, at: 10, clean: false), at: 60)
        stage.hear(tag(1), 61)
        stage.advance(200)
        #expect(stage.story() == ["91.0 exit timeout"])
        #expect(stage.events.map(\.lastSeenUncertainty) == [nil])
    }

    @Test func aVisitThatIsNotToldAgainKeepsItsDwellsAndItsNumbers() {
        let regions = [Region.shop { $0.notify.dwell = [.seconds(5), .seconds(20)] }]
        let before = visited(regions)
        #expect(before.story() == ["1.0 enter arrived", "5.0 dwell 5"])
        var stage = restarted(saved(before, at: 10), regions, at: 15)
        stage.hear(tag(1), 21)
        #expect(stage.story() == ["21.0 dwell 20"])
        #expect(stage.events.map(\.number) == [3])
        #expect(stage.events.map(\.visit) == [1])
    }

    @Test func aGatewayWithoutAnAdapterWaitsWithTheExits() {
        let before = visited()
        var stage = restarted(saved(before, at: 10), hearing: false, at: 20)
        stage.advance(100)
        #expect(stage.story() == [])
        stage.restore(100)
        stage.advance(129.9)
        #expect(stage.story() == [])
        stage.advance(130)
        #expect(stage.story() == ["130.0 exit expired_while_down"])
    }

    @Test func theRegionIsUnknownUntilItHasSettledThenInside() {
        let before = visited()
        var stage = restarted(saved(before, at: 10), at: 20)
        #expect(stage.engine.state(of: 0).state == .unknown)
        #expect(stage.engine.state(of: 0).count == 1)
        stage.hear(tag(1), 40)
        stage.advance(60)
        #expect(stage.engine.state(of: 0).state == .inside)
    }

    @Test func aVisitWhoseRegionNoLongerHoldsTheBeaconHasNoPlace() {
        let before = visited()
        let regions = [Region.shop(minors: NumberSet([7...9]))]
        var stage = Stage(regions, at: seconds(20))
        let homeless = stage.engine.restore(saved(before, at: 10), maxAge: .seconds(900))
        #expect(homeless.map(\.beacon) == [tag(1)])
        #expect(stage.engine.visitCount == 0)
        // Its number is not used again.
        stage.hear(tag(8), 21)
        stage.hear(tag(8), 22)
        #expect(stage.events.map(\.visit) == [2])
    }

    // MARK: A new configuration

    @Test func anotherConfigurationBreaksNoVisit() {
        var stage = visited()
        var next = Stage([.shop("annex", minors: NumberSet([200...300])), .shop(exit: 20)], at: seconds(10))
        #expect(next.engine.takeOver(stage.engine, former: [nil, 0]) == [])
        #expect(next.engine.state(of: 1).state == .inside)
        #expect(next.engine.state(of: 1).since == stage.engine.state(of: 0).since)
        for second in 10..<40 { next.hear(tag(1), Double(second)) }
        #expect(next.story() == [])
        next.advance(100)
        #expect(next.story(regions: true) == ["59.0 exit timeout r1"])
        #expect(next.events.map(\.visit) == stage.events.map(\.visit))
        stage.advance(10)
    }

    @Test func whatTheNewConfigurationHasNoPlaceForLeaves() {
        var stage = visited()
        stage.advance(10)
        var next = Stage([.shop(minors: NumberSet([7...9]))], at: seconds(10))
        stage.engine.end(next.engine.takeOver(stage.engine, former: [0]))
        stage.advance(10)
        #expect(stage.story() == ["1.0 enter arrived", "10.0 exit region_removed"])
        #expect(next.engine.state(of: 0).state == .outside)
        next.advance(100)
        #expect(next.story() == [])
    }

    /// Any life, cut at any time: what the two runs say together is what an engine without the cut may say.
    @Test(arguments: UInt64(0)..<100) func eventsAlternateAcrossAnyRestart(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var stage = Stage.settled()
        var story: [PresenceEvent] = []
        var now = 0.0
        for _ in 0..<400 {
            now += Double(random.next() % 8000) / 1000
            switch random.next() % 20 {
            case 0:
                let saved = saved(stage, at: now, clean: random.next() % 2 == 0)
                story += stage.events
                now += Double(random.next() % 1_200_000) / 1000
                stage = restarted(saved, at: now)
            case 1: stage.advance(now)
            default: stage.hear(tag(UInt16(random.next() % 3)), now)
            }
        }
        stage.advance(now + 1000)
        story += stage.events
        for visit in Set(story.map(\.visit)) {
            let kinds = story.filter { $0.visit == visit }
            #expect(kinds.map(\.number) == [1, 2])
            if case .enter = kinds[0].kind, case .exit = kinds[1].kind {} else { Issue.record("\(kinds)") }
            #expect(kinds[0].beacon == kinds[1].beacon && kinds[0].at <= kinds[1].at)
        }
        #expect(zip(story, story.dropFirst()).allSatisfy { $0.at <= $1.at })
    }
}
