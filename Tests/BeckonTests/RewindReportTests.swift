import Beacons
import Presence
import Testing

@testable import beckon

/// The figures of a run, and how they are shown.
@Suite struct RewindReportTests {
    private let tag = BeaconIdentity.iBeacon(uuid: BeaconUUID(7), major: 1, minor: 2)

    private func event(_ kind: PresenceEvent.Kind, at second: Int64, seen: ClosedRange<Int64>) -> PresenceEvent {
        func instant(_ second: Int64) -> Instant { Instant(microseconds: second * 1_000_000) }
        return PresenceEvent(
            kind: kind, region: 0, beacon: tag, visit: 1, number: 1, at: instant(second),
            reading: Reading(level: -60, measuredPower: -59, distance: 1, proximity: .near), sightings: 2,
            firstSeen: instant(seen.lowerBound), lastSeen: instant(seen.upperBound))
    }

    /// Two visits of 40 and 100 s with exits 5 and 9 s late, and a third that begins `pause` after the second.
    private func figures(pause: Int64) -> RewindFigures {
        var figures = RewindFigures()
        figures.add(event(.enter(.arrived), at: 1, seen: 0...1))
        figures.add(event(.exit(.timeout), at: 45, seen: 0...40))
        figures.add(event(.enter(.arrived), at: 1000, seen: 1000...1000))
        figures.add(event(.exit(.timeout), at: 1109, seen: 1000...1100))
        figures.add(event(.enter(.arrived), at: 1109 + pause, seen: 1109 + pause...1109 + pause))
        return figures
    }

    @Test func `Enters, flaps, delays and dwell stand beside each other`() {
        let report = RewindReport(
            regions: ["shop"], duration: .seconds(1800), before: [figures(pause: 120)], after: [figures(pause: 121)])
        #expect(
            report.text == """
                shop
                  enters                   3            → 3
                  flaps an hour            2            → 0
                  exit delay, half within  5 s          → 5 s
                  exit delay, 95 % within  9 s          → 9 s
                  dwell, half within       40 s         → 40 s

                """)
        let before = #""enters":3,"flaps_per_hour":2,"exit_delay_p50_s":5,"exit_delay_p95_s":9,"dwell_p50_s":40"#
        let after = before.replacing("hour\":2", with: "hour\":0")
        let expected = #"{"hours":0.5,"regions":{"shop":{"before":{\#(before)},"after":{\#(after)}}}}"#
        #expect(String(decoding: report.json, as: UTF8.self) == expected + "\n")
    }

    @Test func `Without exits there is no delay, and without changes one column`() {
        let report = RewindReport(
            regions: ["shop"], duration: .zero, before: [RewindFigures()], after: nil)
        #expect(report.text.split(separator: "\n").last == "  dwell, half within       –")
        #expect(String(decoding: report.json, as: UTF8.self).contains(#""dwell_p50_s":null}}}}"#))
    }
}
