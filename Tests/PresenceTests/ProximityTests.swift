import Beacons
import Presence
import Testing

/// Measured power −59 dBm and n = 2: immediate ends at −53.0 dBm, near at −68.5; 15 % are 1.2 dB.
@Suite struct ProximityTests {
    private func stage(_ notify: Bool = true) -> Stage {
        .settled([.shop { $0.notify.proximity = notify }]) { $0.ranging = nil }
    }

    /// Hears the tag ten times a second at `rssi` from `start` to `end`.
    private func hear(_ stage: inout Stage, from start: Double, to end: Double, rssi: Int8) {
        for tenth in 0..<Int((end - start) * 10) { stage.hear(tag(1), start + Double(tenth) / 10, rssi: rssi) }
    }

    @Test func `A change is told once the level has asked for it for two seconds`() {
        var stage = stage()
        hear(&stage, from: 0, to: 5, rssi: -60)
        hear(&stage, from: 5, to: 25, rssi: -80)
        let events = stage.events
        #expect(events.map(\.kind) == [.enter(.arrived), .proximity(from: .near, to: .far)])
        // The filter falls by at most 10 dB in 2.1 s: it passes −69.7 dBm at 7 s.
        let changed = events.last?.at.inSeconds ?? 0
        #expect((8.8...9.2).contains(changed))
        let states = stage.presences.map(\.reading.proximity)
        #expect(states == [.near, .far])
    }

    @Test func `At an edge nothing flickers`() {
        var stage = stage()
        for second in 0..<300 {
            stage.hear(tag(1), Double(second), rssi: second % 2 == 0 ? -66 : -71)
        }
        for second in 300..<600 {
            stage.hear(tag(1), Double(second), rssi: (10..<12).contains(second % 20) ? -75 : -66)
        }
        let kinds = stage.events.map(\.kind)
        #expect(kinds == [.enter(.arrived)])
    }

    @Test func `The first level of a visit that had none is told at once`() {
        var stage = stage()
        for second in 0..<3 { stage.hear(tag(1), Double(second), rssi: nil) }
        stage.hear(tag(1), 3, rssi: -50)
        let story = stage.story()
        #expect(story == ["1.0 enter arrived", "3.0 proximity unknown immediate"])
    }

    @Test func `What is not asked for is not told, but the state is`() {
        var stage = stage(false)
        hear(&stage, from: 0, to: 5, rssi: -60)
        hear(&stage, from: 5, to: 15, rssi: -45)
        let kinds = stage.events.map(\.kind)
        #expect(kinds == [.enter(.arrived)])
        let states = stage.presences.map(\.reading.proximity)
        #expect(states == [.near, .immediate])
    }
}
