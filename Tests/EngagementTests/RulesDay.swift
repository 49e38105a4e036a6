/// A day on which the clocks change, told by its two offsets: what a shop's clock shows then without ICU.
struct RulesDay: Sendable {
    /// Unix milliseconds: the change, by tzdata's rules for 2026.
    let change: Int64
    /// Minutes from UTC before and after; `nil`: nobody knows the zone.
    let offsets: (before: Int64, after: Int64)?

    var noon: Int64 { change + 10 * 3_600_000 }

    func minute(at time: Int64) -> Int? {
        offsets.map { Int((time / 60_000 + (time < change ? $0.before : $0.after)) % 1440) }
    }

    static let all = [
        // Helsinki, 2026-03-29T01:00Z and 2026-10-25T01:00Z.
        RulesDay(change: 1_774_746_000_000, offsets: (120, 180)),
        RulesDay(change: 1_792_890_000_000, offsets: (180, 120)),
        // New York, 2026-03-08T07:00Z and 2026-11-01T06:00Z.
        RulesDay(change: 1_772_953_200_000, offsets: (-300, -240)),
        RulesDay(change: 1_793_512_800_000, offsets: (-240, -300)),
        RulesDay(change: 1_796_040_000_000, offsets: nil),
    ]
}
