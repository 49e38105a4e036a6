import Pages
import TimeZones

/// The clock on a shop's wall. Where its time zone is not known: Greenwich's.
enum LocalClock {
    private static let (minute, day): (Int64, Int64) = (60_000, 86_400_000)

    /// `17:05:12`, with the date where it is not today's. Times are Unix milliseconds.
    static func text(_ time: Int64, zone: String, now: Int64) -> String {
        guard time >= dayStart(now, zone: zone), let local = local(time, zone) else {
            return LocalTimeText.text(time, zone: zone, .english)
        }
        let (hour, minute) = local.minuteOfDay.quotientAndRemainder(dividingBy: 60)
        let second = (time / 1000).quotientAndRemainder(dividingBy: 60).remainder
        return "\(hour):\(two(minute)):\(two(Int(second)))"
    }

    /// When the day of `now` began there, Unix milliseconds.
    static func dayStart(_ now: Int64, zone: String) -> Int64 {
        guard let local = local(now, zone) else { return now - day }
        // By minutes of the clock; on the day the clocks change that is an hour off, which is looked at again.
        let guess = now - now % minute - Int64(local.minuteOfDay) * minute
        guard let found = self.local(guess, zone), found.minuteOfDay > 0 else { return guess }
        let missing = found.day == local.day ? -Int64(found.minuteOfDay) : 1440 - Int64(found.minuteOfDay)
        return guess + missing * minute
    }

    private static func local(_ time: Int64, _ zone: String) -> LocalTime? {
        LocalTime(unixMilliseconds: time, zone: zone) ?? LocalTime(unixMilliseconds: time, zone: "UTC")
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
