import SQL

/// What decisions came to, in numbers.
extension ConsumerStore {
    /// How many decisions of one outcome there were at a site.
    public struct Outcome: Hashable, Sendable {
        public let site: String
        /// `nil`: a notification was sent.
        public let reason: String?
        public let count: Int
    }

    /// - Parameter start: Unix milliseconds.
    public func outcomes(since start: Int64) throws(StoreError) -> [Outcome] {
        try database.all(
            "SELECT site, reason, count(*) FROM decisions WHERE at >= ? GROUP BY site, reason", .integer(start)
        ) { row in
            Outcome(site: row.text(0) ?? "", reason: row.text(1), count: Int(clamping: row.integer(2)))
        }
    }
}
