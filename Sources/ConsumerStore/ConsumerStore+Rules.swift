import SQL

/// What the rules look back at, besides the user's sends and feedback.
extension ConsumerStore {
    /// How many the site was sent after `time` (Unix milliseconds).
    public func sends(at site: String, after time: Int64) throws(StoreError) -> Int {
        let count = try database.first(
            "SELECT count(*) FROM sends WHERE site = ? AND at > ?", .text(site), .integer(time)
        ) { row in row.integer(0) }
        return Int(clamping: count ?? 0)
    }

    /// Why each site is paused that is.
    public func pauses() throws(StoreError) -> [String: String] {
        let rows = try database.all("SELECT site, reason FROM pauses") { row in
            (row.text(0) ?? "", row.text(1) ?? "")
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// - Parameter reason: `nil`: the site goes on.
    public func pause(_ site: String, for reason: String?, at now: Int64) throws(StoreError) {
        guard let reason else { return try database.run("DELETE FROM pauses WHERE site = ?", .text(site)) }
        try database.run(
            """
            INSERT INTO pauses (site, at, reason) VALUES (?, ?, ?)
            ON CONFLICT (site) DO UPDATE SET at = excluded.at, reason = excluded.reason
            """, .text(site), .integer(now), .text(reason))
    }
}
