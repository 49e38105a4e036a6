import Foundation
import Testing
import TimeZones

@Suite struct LocalTimeTests {
    /// The changes of 2026, from the rules of tzdata: Europe at 01:00 UTC on the last Sundays of March and October;
    /// the United States at 02:00 local time on the second Sunday of March and the first of November.
    static let changes: [(zone: String, instant: String, before: String, after: String)] = [
        ("Europe/Helsinki", "2026-03-29T01:00:00Z", "2026-03-29 02:59 7", "2026-03-29 04:00 7"),
        ("Europe/Helsinki", "2026-10-25T01:00:00Z", "2026-10-25 03:59 7", "2026-10-25 03:00 7"),
        ("America/New_York", "2026-03-08T07:00:00Z", "2026-03-08 01:59 7", "2026-03-08 03:00 7"),
        ("America/New_York", "2026-11-01T06:00:00Z", "2026-11-01 01:59 7", "2026-11-01 01:00 7"),
    ]

    @Test(arguments: changes)
    func `the clock is right on both sides of a change`(zone: String, instant: String, before: String, after: String)
        throws
    {
        let change = try milliseconds(instant)
        #expect(text(LocalTime(unixMilliseconds: change - 1, zone: zone)) == before)
        #expect(text(LocalTime(unixMilliseconds: change, zone: zone)) == after)
    }

    @Test func `the day turns at local midnight`() throws {
        let midnight = try milliseconds("2026-11-30T22:00:00Z")
        #expect(text(LocalTime(unixMilliseconds: midnight - 1, zone: "Europe/Helsinki")) == "2026-11-30 23:59 1")
        #expect(text(LocalTime(unixMilliseconds: midnight, zone: "Europe/Helsinki")) == "2026-12-01 00:00 2")
        #expect(text(LocalTime(unixMilliseconds: midnight, zone: "UTC")) == "2026-11-30 22:00 1")
    }

    @Test(arguments: [
        "", "Europe/Helsinky", "Mars/Olympus", "Etc/Unknown", "europe", "GMT+99:99", "Europe/Helsinki ",
        String(repeating: "x", count: 100_000), "\u{0}",
    ])
    func `a zone that does not exist is not Greenwich`(zone: String) {
        #expect(LocalTime(unixMilliseconds: 0, zone: zone) == nil)
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func `any instant is answered without a trap`(instant: Int64) {
        if let time = LocalTime(unixMilliseconds: instant, zone: "Asia/Kathmandu") {
            #expect((0..<1440).contains(time.minuteOfDay) && (1...7).contains(time.weekday))
        }
    }

    private func milliseconds(_ text: String) throws -> Int64 {
        Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1000
    }

    private func text(_ time: LocalTime?) -> String {
        guard let time else { return "none" }
        return String(
            format: "%04d-%02d-%02d %02d:%02d %d", time.year, time.month, time.day, time.minuteOfDay / 60,
            time.minuteOfDay % 60, time.weekday)
    }
}
