import Beacons
import Presence
import Testing

/// `sightings:`, the forwarding of what was heard.
@Suite struct ForwardingTests {
    private func reports(_ stage: borrowing Stage) -> [SightingReport] {
        stage.outputs.compactMap { if case .sightings(let report) = $0 { report } else { nil } }
    }

    @Test func `At most one message of each beacon in an interval sums up what came since the last`() {
        var stage = Stage.settled([.shop { $0.rssiOffset = 2 }]) { $0.sightings = .every(.seconds(1)) }
        stage.hear(tag(1), 0)
        for (number, rssi) in ([-60, -70, nil, -61, 127, -50, -80] as [Int8?]).enumerated() {
            stage.hear(tag(1), 0.1 + Double(number) * 0.4, rssi: rssi)
        }
        let reports = reports(stage)
        #expect(reports.map(\.at) == [0.1, 1.3, 2.5].map(seconds))
        #expect(reports.map(\.count) == [1, 3, 3])
        #expect(reports.map(\.minimum) == [-62, -72, -82] && reports.map(\.maximum) == [-62, -63, -52])
        #expect(reports.map(\.mean) == [-62, -67.5, -67])
    }

    @Test func `All means each, copies apart`() {
        var stage = Stage.settled { $0.sightings = .all }
        for tenth in 0..<20 { for copy in [0, 0.001] { stage.hear(tag(1), Double(tenth) / 10 + copy) } }
        let counts = reports(stage).map(\.count)
        #expect(counts == [UInt32](repeating: 1, count: 19))
    }

    @Test func `What is left over is told with the exit, and strangers never`() {
        var stage = Stage.settled { $0.sightings = .every(.seconds(60)) }
        stage.hear(tag(9), 0)
        for second in 0..<5 { stage.hear(tag(1), Double(second)) }
        stage.advance(100)
        let reports = reports(stage)
        #expect(reports.map(\.count) == [1, 3] && reports.allSatisfy { $0.beacon == tag(1) })
    }

    @Test func `Off is the default`() {
        var stage = Stage.settled()
        for second in 0..<5 { stage.hear(tag(1), Double(second)) }
        let reports = reports(stage)
        #expect(reports.isEmpty)
    }
}
