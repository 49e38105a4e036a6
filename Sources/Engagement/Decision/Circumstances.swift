extension Decider {
    /// What a decision is made in, besides the opportunity: the clock, the store's memory, the site's state.
    public struct Circumstances: Sendable {
        public var site: SiteConfiguration
        public var standing: Standing
        /// Minutes since local midnight; `nil`: the site's time zone is not known.
        public var minuteOfDay: Int?
        /// The user's, of the longest time that a rule looks back.
        public var sends: [PastSend]
        /// The user's, of the same time, oldest first.
        public var feedback: [Feedback] = []
        /// Store visits of more than four hours that ended in the last two weeks.
        public var longStays = 0
        /// What the whole site was sent in the last hour.
        public var siteSends = 0
        /// Another site that hears the same beacon at the same time; `nil`: none.
        public var elsewhere: String?
        /// Why the site is paused; `nil`: it is not.
        public var pause: String?
        /// Unix milliseconds.
        public var now: Int64

        public init(
            site: SiteConfiguration, standing: Standing, minuteOfDay: Int?, sends: [PastSend] = [], now: Int64
        ) {
            self.site = site
            self.standing = standing
            self.minuteOfDay = minuteOfDay
            self.sends = sends
            self.now = now
        }
    }
}
