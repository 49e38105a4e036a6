/// What a clock on a shop's wall shows, and its calendar.
public struct LocalTime: Hashable, Sendable {
    /// Minutes since midnight by the clock, 0 … 1439: on the day the clocks change some come twice, or never.
    public let minuteOfDay: Int
    /// 1 is Monday, 7 Sunday (ISO 8601).
    public let weekday: Int
    public let year: Int
    /// 1 … 12.
    public let month: Int
    /// 1 … 31.
    public let day: Int

    /// - Parameters:
    ///   - unixMilliseconds: the instant.
    ///   - zone: an IANA name; one that ICU does not know is `nil`, never Greenwich.
    public init?(unixMilliseconds: Int64, zone: String) {
        guard let calendar = Calendar(zone: zone), let fields = calendar.fields(at: unixMilliseconds) else {
            return nil
        }
        self = fields
    }

    init(minuteOfDay: Int, weekday: Int, year: Int, month: Int, day: Int) {
        self.minuteOfDay = minuteOfDay
        self.weekday = weekday
        self.year = year
        self.month = month
        self.day = day
    }
}
