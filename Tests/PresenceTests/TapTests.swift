import Beacons
import Presence
import Testing

/// A tag of −59 dBm at 1 m: taps begin at −39 dBm, and the next one needs −49 dBm in between.
@Suite struct TapTests {
    private func stage(_ change: (inout Region) -> Void = { _ in }) -> Stage {
        .settled([.shop("till", .reader, exit: 30, change)]) { $0.ranging = nil }
    }

    /// Hears the tag every `interval` seconds from `start` on, once for each level.
    private func hear(_ stage: inout Stage, from start: Double, every interval: Double, _ levels: [Int8]) {
        for (number, level) in levels.enumerated() {
            stage.hear(tag(1), start + Double(number) * interval, rssi: level)
        }
    }

    private let far = [Int8](repeating: -65, count: 10)
    private let held = [Int8](repeating: -35, count: 15)

    @Test(arguments: [(0.1, 1.3, 300), (0.25, 3.0, 500), (0.35, 4.2, 700)] as [(Double, Double, Int)])
    func `A phone that is held there taps once, as soon as that is sure`(interval: Double, at: Double, hold: Int) {
        var stage = stage()
        hear(&stage, from: 0, every: interval, far + held + far)
        let events = stage.events
        #expect(events.map(\.kind) == [.tap(hold: .milliseconds(hold))])
        #expect(events.first?.at == seconds(at) && events.first?.number == 1)
    }

    @Test func `Held for five seconds it taps once more, and not again before it has been away`() {
        var stage = stage()
        hear(&stage, from: 0, every: 0.5, far + [Int8](repeating: -35, count: 60) + far)
        let long = stage.events
        #expect(long.map(\.kind) == [.tap(hold: .seconds(1)), .tap(hold: .seconds(5))])
        #expect(long.map(\.at) == [seconds(6), seconds(10)])
        hear(&stage, from: 100, every: 0.5, far + [Int8](repeating: -35, count: 60))
        let again = stage.events.count
        #expect(again == 4)
    }

    @Test func `A fade begins the five seconds anew`() {
        var stage = stage()
        let held = [Int8](repeating: -35, count: 9)
        hear(&stage, from: 0, every: 0.5, far + held + [-60] + held + [-60] + held)
        let taps = stage.events.count
        #expect(taps == 1)
    }

    @Test func `A silence is not held`() {
        var stage = stage()
        hear(&stage, from: 0, every: 0.1, far + [Int8](repeating: -35, count: 6))
        hear(&stage, from: 21, every: 0.1, [-35])
        let taps = stage.events.count
        #expect(taps == 1)
    }

    @Test func `Only a reader tells that it was held for long`() {
        var region = Region.shop("shelf", .shelf)
        region.notify.tap = true
        var stage = Stage.settled([region]) { $0.ranging = nil }
        hear(&stage, from: 0, every: 0.5, far + [Int8](repeating: -35, count: 60))
        let taps = stage.events.filter { if case .tap = $0.kind { true } else { false } }
        #expect(taps.count == 1)
    }

    @Test func `A stronger copy of the frame that tapped does not tap again`() {
        var stage = stage()
        hear(&stage, from: 0, every: 0.1, far + [-35, -35, -35, -35])
        let at = stage.events.last?.at
        stage.hear(tag(1), 1.304, rssi: -30)
        let taps = stage.events.count
        #expect(at == seconds(1.3) && taps == 1)
    }

    @Test func `It taps again only when it has been away`() {
        var stage = stage()
        let fade = [-35, -35, -60, -35, -35, -35, -35, -35] as [Int8]
        hear(&stage, from: 0, every: 0.1, far + held + fade + held)
        let once = stage.events.count
        #expect(once == 1)
        hear(&stage, from: 10, every: 0.1, far + held)
        let twice = stage.events.count
        #expect(twice == 2)
    }

    @Test func `Just below the floor is not away`() {
        var stage = stage()
        hear(&stage, from: 0, every: 0.1, far + held + [Int8](repeating: -45, count: 20) + held)
        let taps = stage.events.count
        #expect(taps == 1)
    }

    @Test func `Leaving arms it, too`() {
        var stage = stage()
        hear(&stage, from: 0, every: 0.1, far + held)
        hear(&stage, from: 100, every: 0.1, held)
        let taps = stage.events.count
        #expect(taps == 2)
    }

    @Test func `Strong outliers never tap, however many`() {
        var stage = stage()
        for number in 0..<2000 { stage.hear(tag(1), Double(number) / 10, rssi: number % 3 == 2 ? -60 : -20) }
        for number in 2000..<2010 { stage.hear(tag(1), Double(number) * 2, rssi: -20) }
        let kinds = stage.events.filter { $0.at < seconds(4010) }.map(\.kind)
        #expect(kinds.isEmpty)
    }

    @Test func `Three strong ones in too long a time are no tap`() {
        var stage = stage { $0.tap.within = .milliseconds(600) }
        hear(&stage, from: 0, every: 0.5, far + held)
        let events = stage.events
        #expect(events.isEmpty)
    }

    @Test func `The weaker copy of another adapter breaks nothing, whichever comes first`() {
        var stage = stage()
        hear(&stage, from: 0, every: 0.1, far)
        for number in 0..<15 {
            let at = 1 + Double(number) / 10
            stage.hear(tag(1), at, rssi: number % 2 == 0 ? -35 : -70)
            stage.hear(tag(1), at + 0.004, rssi: number % 2 == 0 ? -70 : -35)
        }
        let events = stage.events
        #expect(events.map(\.kind) == [.tap(hold: .milliseconds(300))])
    }

    @Test func `A level of the region's own counts, offsets subtracted`() {
        var stage = stage { region in
            region.tap.rssi = -50
            region.rssiOffset = 10
            region.tap.hold = .seconds(1)
        }
        hear(&stage, from: 0, every: 0.1, far + [Int8](repeating: -41, count: 20))
        let none = stage.events
        hear(&stage, from: 3, every: 0.1, [Int8](repeating: -40, count: 20))
        let taps = stage.events
        #expect(none.isEmpty && taps.map(\.at) == [seconds(4)])
    }

    @Test func `A region that tells no taps has none`() {
        var stage = Stage.settled([.shop()])
        hear(&stage, from: 0, every: 0.1, far + held)
        let kinds = stage.events.map(\.kind)
        #expect(kinds == [.enter(.arrived)])
    }
}
