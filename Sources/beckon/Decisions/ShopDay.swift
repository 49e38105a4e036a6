import Messages
import TimeZones

/// A day by a shop's clock, which on the days the clocks change has 23 or 25 hours.
struct ShopDay {
    private static let (minute, day): (Int64, Int64) = (60_000, 86_400_000)

    /// Unix milliseconds; the end is not part of it.
    let (start, end): (Int64, Int64)

    /// Reads `2026-11-30`; `nil` for anything else, and where the zone is not known.
    init?(_ text: String, zone: String) {
        guard let midnight = Timestamp.milliseconds("\(text)T00:00:00Z"),
            let start = Self.local(midnight, zone), let end = Self.local(midnight + Self.day, zone)
        else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// When the zone's clock shows what UTC's shows at `time`: once more where the first guess lies beyond a change.
    private static func local(_ time: Int64, _ zone: String) -> Int64? {
        var guess = time
        for _ in 0..<2 {
            guard let local = LocalTime(unixMilliseconds: guess, zone: zone) else { return nil }
            let date = Timestamp.milliseconds(
                "\(padded(local.year, 4))-\(padded(local.month, 2))-\(padded(local.day, 2))T00:00:00Z")
            guard let date else { return nil }
            guess += time - (date + Int64(local.minuteOfDay) * minute)
        }
        return guess
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(width - text.count, 0)) + text
    }
}
