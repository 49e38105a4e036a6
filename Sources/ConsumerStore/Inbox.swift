import SQLite

/// Which events have been handled: for each source and epoch a contiguous watermark, and the numbers above it.
struct Inbox {
    /// The most numbers above a watermark; beyond it the lowest gap is given up, and what fills it later is a repeat.
    private static let mostAbove: Int64 = 10_000

    let source: SQLiteValue
    let epoch: SQLiteValue

    /// Marks the event as handled; `false` where it was already. - Parameter now: Unix milliseconds.
    func isNew(_ seq: Int64, at now: Int64, in connection: borrowing SQLiteConnection) throws(SQLiteError) -> Bool {
        var (mark, above) =
            try connection.first("SELECT seq, above FROM watermarks WHERE source = ? AND epoch = ?", source, epoch) {
                row throws(SQLiteError) in (row.integer(0), row.integer(1))
            } ?? (0, 0)
        guard seq > mark else { return false }
        let added = try connection.first(
            "INSERT INTO inbox (source, epoch, seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING seq", source,
            epoch, .integer(seq), row: Self.number)
        guard added != nil else { return false }
        above += 1
        if above > Self.mostAbove,
            let lowest = try connection.first(
                "SELECT min(seq) FROM inbox WHERE source = ? AND epoch = ?", source, epoch, row: Self.number)
        {
            mark = lowest - 1
        }
        while mark < .max,
            try connection.first(
                "DELETE FROM inbox WHERE source = ? AND epoch = ? AND seq = ? RETURNING seq", source, epoch,
                .integer(mark + 1), row: Self.number) != nil
        {
            mark += 1
            above -= 1
        }
        try connection.run(
            "INSERT OR REPLACE INTO watermarks (source, epoch, seq, above, at) VALUES (?, ?, ?, ?, ?)", source, epoch,
            .integer(mark), .integer(above), .integer(now))
        return true
    }

    /// Marks a run of events that will never come as handled. Where some before it have not come yet nothing is marked:
    /// they are sent again, and this after them.
    func skip(_ numbers: ClosedRange<Int64>, at now: Int64, in connection: borrowing SQLiteConnection)
        throws(SQLiteError)
    {
        let mark =
            try connection.first(
                "SELECT seq FROM watermarks WHERE source = ? AND epoch = ?", source, epoch, row: Self.number) ?? 0
        guard numbers.upperBound > mark, mark == 0 || numbers.lowerBound <= mark + 1 else { return }
        try connection.run(
            "DELETE FROM inbox WHERE source = ? AND epoch = ? AND seq <= ?", source, epoch,
            .integer(numbers.upperBound))
        let above = try connection.first(
            "SELECT count(*) FROM inbox WHERE source = ? AND epoch = ?", source, epoch, row: Self.number)
        try connection.run(
            "INSERT OR REPLACE INTO watermarks (source, epoch, seq, above, at) VALUES (?, ?, ?, ?, ?)", source, epoch,
            .integer(numbers.upperBound), .integer(above ?? 0), .integer(now))
    }

    /// Every event up to here is handled, as far as this consumer was there: the first that it ever heard of may not
    /// have been the gateway's first.
    func handled(in connection: borrowing SQLiteConnection) throws(SQLiteError) -> Int64? {
        let mark = try connection.first(
            "SELECT seq FROM watermarks WHERE source = ? AND epoch = ?", source, epoch, row: Self.number)
        guard let mark, mark == 0 else { return mark }
        return try connection.first(
            """
            SELECT min(seq) FROM inbox AS a WHERE source = ? AND epoch = ? AND NOT EXISTS
                (SELECT 1 FROM inbox AS b WHERE b.source = a.source AND b.epoch = a.epoch AND b.seq = a.seq + 1)
            """, source, epoch, row: Self.number)
    }

    private static func number(_ row: borrowing SQLiteRow) throws(SQLiteError) -> Int64 { row.integer(0) }
}
