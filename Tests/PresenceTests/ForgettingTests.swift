import Beacons
import Presence
import TestSupport
import Testing

@Suite struct ForgettingTests {
    @Test func `A forgotten beacon leaves without a word, and its region counts anew`() {
        var stage = Stage.settled { $0.ranging = nil }
        for second in 0..<3 {
            stage.hear(tag(1), Double(second))
            stage.hear(tag(2), Double(second) + 0.1)
        }
        stage.forget()
        let visits = stage.engine.erase { $0 == tag(1) }
        let outputs = stage.engine.takeOutputs()
        #expect(visits.map(\.beacon) == [tag(1)])
        #expect(outputs == [.region(stage.engine.state(of: 0))])
        #expect(stage.engine.state(of: 0).count == 1 && stage.engine.visitCount == 1 && stage.engine.pairCount == 1)
        stage.advance(600)
        let exits = stage.events.map(\.beacon)
        #expect(exits == [tag(2)])
    }

    @Test func `Heard again it is new, and its rhythm is not known`() {
        var stage = Stage.settled([.shop(exit: 30) { $0.exit.after = nil }]) { $0.ranging = nil }
        for second in 0..<300 { stage.hear(tag(1), Double(second)) }
        let learned = stage.presences.last?.exitAfter
        stage.forget()
        _ = stage.engine.erase { _ in true }
        _ = stage.engine.takeOutputs()
        #expect(stage.engine.pairCount == 0)
        for second in 300..<302 { stage.hear(tag(1), Double(second)) }
        let kinds = stage.events.map(\.kind)
        #expect(kinds == [.enter(.arrived)] && stage.events.first?.visit == 2)
        let anew = stage.presences.last?.exitAfter
        #expect((anew ?? .zero) > (learned ?? .seconds(60)))
    }

    @Test func `Who is not admitted is asked for each time and never known; who is known is not asked for again`() {
        var stage = Stage.settled([.shop("loose"), .shop("tight", .shelf)]) { $0.ranging = nil }
        var asked: [BeaconIdentity] = []
        for second in 0..<10 {
            for minor in 1...2 as ClosedRange<UInt16> {
                let sighting = Sighting(
                    beacon: tag(minor), address: BluetoothAddress(1), rssi: -60, measuredPower: -59,
                    at: seconds(Double(second) + Double(minor) / 10))
                let isNews = stage.engine.sight(sighting) { beacon in
                    asked.append(beacon)
                    return beacon == tag(1)
                }
                #expect(isNews == (minor == 1))
            }
        }
        let entered = Set(
            stage.engine.takeOutputs().compactMap { if case .event(let event) = $0 { event.beacon } else { nil } })
        #expect(entered == [tag(1)])
        // Once a region.
        #expect(asked.count { $0 == tag(1) } == 2 && asked.count { $0 == tag(2) } == 20)
    }

    @Test func `After any history nothing is left of the forgotten, and the others stay as they were`() {
        for seed in 0..<50 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var stage = Stage.settled([.shop(), .shop("two", .reader)])
            var now = 0.0
            for _ in 0..<400 {
                now += Double.random(in: 0...2, using: &random)
                stage.hear(tag(UInt16.random(in: 0..<20, using: &random)), now)
            }
            stage.advance(now)
            var wanted: [SavedVisit] = []
            stage.engine.forEachSavedVisit { if $0.beacon.minor < 10 { wanted.append($0) } }
            let forgotten = stage.engine.erase { $0.minor >= 10 }
            var left: [SavedVisit] = []
            stage.engine.forEachSavedVisit { left.append($0) }
            #expect(left == wanted && !wanted.isEmpty && forgotten.allSatisfy { $0.beacon.minor >= 10 })
            for region in 0..<2 {
                #expect(stage.engine.state(of: region).count == wanted.count { $0.region == region })
            }
            _ = stage.engine.takeOutputs()
            stage.forget()
            stage.advance(now + 7200)
            let told = stage.events.map(\.beacon.minor)
            #expect(told.allSatisfy { $0 < 10 })
            #expect(stage.engine.pairCount == 0 && stage.engine.visitCount == 0)
        }
    }
}
