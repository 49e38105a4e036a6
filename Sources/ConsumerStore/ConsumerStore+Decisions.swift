import Engagement
import SQL

/// The kept decisions, for people.
extension ConsumerStore {
    /// Which decisions are asked for; `nil`: all.
    public struct DecisionFilter: Hashable, Sendable {
        public var site: String?
        public var user: String?
        /// A reason code, or `sent`.
        public var reason: String?
        /// Unix milliseconds.
        public var period: Range<Int64> = 0..<Int64.max
        /// The last so many.
        public var limit = 1000

        public init() {}
    }

    private static let columns = "number, at, user_id, site, zone, visit, trigger, dwell, reason, send, findings"

    /// Oldest first.
    public func decisions(_ filter: DecisionFilter) throws(StoreError) -> [DecisionRecord] {
        let text = { (value: String?) in SQLValue.text(value ?? "") }
        let rows = try database.all(
            """
            SELECT \(Self.columns) FROM decisions
            WHERE at >= ? AND at < ? AND (? = '' OR site = ?) AND (? = '' OR user_id = ?)
                AND (? = '' OR coalesce(reason, 'sent') = ?)
            ORDER BY number DESC LIMIT ?
            """, .integer(filter.period.lowerBound), .integer(filter.period.upperBound), text(filter.site),
            text(filter.site), text(filter.user), text(filter.user), text(filter.reason), text(filter.reason),
            .integer(filter.limit), row: Self.record)
        return rows.reversed()
    }

    /// The decision that sent a notification, or the one of that number.
    public func decision(_ id: String) throws(StoreError) -> DecisionRecord? {
        try database.first(
            "SELECT \(Self.columns) FROM decisions WHERE send = ? OR number = ? ORDER BY send DESC LIMIT 1", .text(id),
            .integer(Int64(id) ?? -1), row: Self.record)
    }

    /// What was sent, or may have been, after `time` (Unix milliseconds), oldest first.
    public func sends(after time: Int64) throws(StoreError) -> [KeptSend] {
        try database.all(
            "SELECT id, user_id, site, visit, item, at FROM sends WHERE at > ? ORDER BY at, id", .integer(time)
        ) { row in
            KeptSend(
                id: row.text(0) ?? "", user: row.text(1) ?? "", site: row.text(2) ?? "",
                send: PastSend(at: row.integer(5), visit: row.text(3) ?? "", item: row.text(4) ?? ""))
        }
    }

    private static func record(_ row: borrowing StoreRow) -> DecisionRecord {
        DecisionRecord(
            number: row.integer(0), at: row.integer(1), user: row.text(2) ?? "", site: row.text(3) ?? "",
            zone: row.text(4), visit: row.text(5) ?? "", trigger: row.text(6) ?? "", dwell: row.integer(7),
            reason: row.text(8), send: row.text(9), findings: DecisionRecord.findings(row.text(10) ?? ""))
    }

    /// What became of a site's sends of a time (Unix milliseconds): how many of them were answered so, each once.
    public func answers(at site: String, in period: Range<Int64>) throws(StoreError) -> [String: Int] {
        let rows = try database.all(
            """
            SELECT f.kind, count(DISTINCT f.send) FROM feedback AS f JOIN sends AS s ON s.id = f.send
            WHERE s.site = ? AND s.at >= ? AND s.at < ? GROUP BY f.kind
            """, .text(site), .integer(period.lowerBound), .integer(period.upperBound)
        ) { row in (row.text(0) ?? "", Int(clamping: row.integer(1))) }
        return Dictionary(rows) { $0 + $1 }
    }

    /// How often each user bought something in a time (Unix milliseconds), told or not.
    public func purchases(in period: Range<Int64>) throws(StoreError) -> [String: Int] {
        let rows = try database.all(
            "SELECT person, count(*) FROM feedback WHERE kind = 'bought' AND at >= ? AND at < ? GROUP BY person",
            .integer(period.lowerBound), .integer(period.upperBound)
        ) { row in (row.text(0) ?? "", Int(clamping: row.integer(1))) }
        return Dictionary(rows) { $0 + $1 }
    }
}
