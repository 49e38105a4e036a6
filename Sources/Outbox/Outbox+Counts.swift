extension Outbox {
    /// What there is to count of it.
    public struct Counts: Hashable, Sendable {
        /// Events that are not confirmed.
        public var waiting: UInt64
        /// Events that the broker will never take.
        public var dead: UInt64
        /// Events given up since the start, for whatever reason.
        public var lost: UInt64

        public init(waiting: UInt64 = 0, dead: UInt64 = 0, lost: UInt64 = 0) {
            self.waiting = waiting
            self.dead = dead
            self.lost = lost
        }
    }
}
