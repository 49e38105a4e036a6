/// How often and when a shopper may be told something: the same for every site.
public struct RuleConfiguration: Hashable, Sendable {
    /// The most notifications within a rolling time.
    public struct RollingCap: Hashable, Sendable {
        public var within: Duration
        public var most: Int

        public init(within: Duration, most: Int) {
            self.within = within
            self.most = most
        }
    }

    /// How long a shopper must have been in a zone, within one store visit.
    public var dwell: Duration = .seconds(20)
    /// How long they must have been in a store that has no zones.
    public var storeDwell: Duration = .seconds(60)
    /// Local times of day without notifications.
    public var quietHours: DailyWindow = .between(start: 22 * 60, end: 8 * 60)
    /// Older events never trigger.
    public var stale: Duration = .seconds(120)
    /// The most notifications a store visit.
    public var visitCap = 1
    /// Shortest time first: 1 in 20 h, 2 in 7 d, 6 in 30 d.
    public var userCaps = [
        RollingCap(within: .seconds(20 * 3600), most: 1), RollingCap(within: .seconds(7 * 86_400), most: 2),
        RollingCap(within: .seconds(30 * 86_400), most: 6),
    ]
    /// How long one item is not told again.
    public var repeatItem: Duration = .seconds(30 * 86_400)
    /// The share of shoppers, 0 … 1, who are told nothing, to compare with.
    public var holdout = 0.0
    /// The most notifications at one site in any hour: something is wrong where there would be more.
    public var siteRate = 60
    /// Decides everything, and sends nothing.
    public var dryRun = false

    public init() {}
}
