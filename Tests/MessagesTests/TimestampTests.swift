import Foundation
import Messages
import TestSupport
import Testing

@Suite("Times")
struct TimestampTests {
    @Test(
        "Known moments",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_796_058_312_345, "2026-11-30T17:05:12.345Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func known(milliseconds: Int64, text: String) {
        #expect(Timestamp.text(milliseconds) == text)
        #expect(Timestamp.milliseconds(text) == milliseconds)
    }

    @Test("Beyond four digits of years the ends stand")
    func clamped() {
        #expect(Timestamp.text(.min) == "0000-01-01T00:00:00.000Z")
        #expect(Timestamp.text(.max) == "9999-12-31T23:59:59.999Z")
    }

    @Test("Every day of four centuries follows the one before, as Foundation's calendar has it")
    func days() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in Int64(-73_000)..<73_097 {
            let milliseconds = day * 86_400_000
            let text = Timestamp.text(milliseconds)
            if Timestamp.milliseconds(text) != milliseconds { Issue.record("\(text)") }
            guard day >= 0, day.isMultiple(of: 37) else { continue }
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            #expect(
                text
                    == String(format: "%04d-%02d-%02dT00:00:00.000Z", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
            )
        }
    }

    @Test("What is written is read back, anywhere in the range")
    func roundTrip() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<20_000 {
            let milliseconds = Int64.random(in: Timestamp.range, using: &random)
            #expect(Timestamp.milliseconds(Timestamp.text(milliseconds)) == milliseconds)
        }
    }

    @Test("Other ways to write a UTC time are read")
    func lenient() {
        #expect(Timestamp.milliseconds("1970-01-01T00:00:01Z") == 1000)
        #expect(Timestamp.milliseconds("1970-01-01T00:00:01.5Z") == 1500)
        #expect(Timestamp.milliseconds("1970-01-01T00:00:01.123456789Z") == 1123)
        #expect(Timestamp.milliseconds("1972-06-30T23:59:60Z") == Timestamp.milliseconds("1972-06-30T23:59:59Z"))
    }

    @Test(
        "What is no time is refused",
        arguments: [
            "", "2026", "2026-11-30", "2026-11-30T17:05:12", "2026-11-30T17:05:12+00:00", "2026-11-30 17:05:12Z",
            "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,1Z",
            "2026-01-01T00:00:00.1234567890Z",
            "-026-01-01T00:00:00Z", "2026-01-01T00:00:0٣Z", "2026-01-01t00:00:00z", "20260101T000000Z",
        ])
    func refused(text: String) { #expect(Timestamp.milliseconds(text) == nil) }
}
