import SQL

/// Which events have been handled: for each source and epoch a contiguous watermark, and the numbers above it.
///
/// A watermark that a transaction has found is its own until it ends. From there on it is moved in memory, where nearly
/// every event is the next one, and written once.
struct Inbox {
    /// The most numbers above a watermark; beyond it the lowest gap is given up, and what fills it later is a repeat.
    private static let mostAbove: Int64 = 10_000

    let id: Watermarks.ID
    let watermarks: Watermarks

    private var source: SQLValue { .text(id.source) }
    private var epoch: SQLValue { .text(id.epoch) }

    /// Marks the event as handled; `false` where it was already. - Parameter now: Unix milliseconds.
    func isNew(_ seq: Int64, at now: Int64, in database: any Database) throws(StoreError) -> Bool {
        guard seq > 0 else { return false }
        if watermarks.move(id, to: seq, at: now) { return true }
        if try isNext(seq, at: now, in: database) {
            watermarks.found(id, seq)
            return true
        }
        var (mark, above) = try claim(at: now, in: database)
        guard seq > mark else { return false }
        let added = try database.first(
            "INSERT INTO inbox (source, epoch, seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING seq", source,
            epoch, .integer(seq), row: Self.number)
        guard added != nil else { return false }
        above += 1
        if above > Self.mostAbove,
            let lowest = try database.first(
                "SELECT min(seq) FROM inbox WHERE source = ? AND epoch = ?", source, epoch, row: Self.number)
        {
            mark = lowest - 1
        }
        while mark < .max,
            try database.first(
                "DELETE FROM inbox WHERE source = ? AND epoch = ? AND seq = ? RETURNING seq", source, epoch,
                .integer(mark + 1), row: Self.number) != nil
        {
            mark += 1
            above -= 1
        }
        try save(mark, above, at: now, in: database)
        return true
    }

    /// Marks the event as handled if it follows the last, with no gap before it: nearly every one does.
    private func isNext(_ seq: Int64, at now: Int64, in database: any Database) throws(StoreError) -> Bool {
        try watermarks.write(id, in: database)
        return try database.changes(
            "UPDATE watermarks SET seq = ?, at = ? WHERE source = ? AND epoch = ? AND seq = ? AND above = 0",
            .integer(seq), .integer(now), source, epoch, .integer(seq - 1)) > 0
    }

    /// The watermark and how many numbers above it are known. From here on the row is this transaction's: another
    /// consumer that has the same event waits, and then finds it handled.
    private func claim(
        at now: Int64, in database: any Database
    ) throws(StoreError) -> (mark: Int64, above: Int64) {
        try watermarks.write(id, in: database)
        // The assignment changes nothing: a repeat is no sign of life.
        return try database.first(
            """
            INSERT INTO watermarks (source, epoch, seq, above, at) VALUES (?, ?, 0, 0, ?)
            ON CONFLICT (source, epoch) DO UPDATE SET at = watermarks.at RETURNING seq, above
            """, source, epoch, .integer(now)
        ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    private func save(_ mark: Int64, _ above: Int64, at now: Int64, in database: any Database) throws(StoreError) {
        try database.run(
            "UPDATE watermarks SET seq = ?, above = ?, at = ? WHERE source = ? AND epoch = ?", .integer(mark),
            .integer(above), .integer(now), source, epoch)
    }

    /// Marks a run of events that will never come as handled. Where some before it have not come yet nothing is marked:
    /// they are sent again, and this after them.
    func skip(_ numbers: ClosedRange<Int64>, at now: Int64, in database: any Database) throws(StoreError) {
        guard numbers.upperBound > 0 else { return }
        let (mark, _) = try claim(at: now, in: database)
        guard numbers.upperBound > mark, mark == 0 || numbers.lowerBound <= mark + 1 else { return }
        try database.run(
            "DELETE FROM inbox WHERE source = ? AND epoch = ? AND seq <= ?", source, epoch,
            .integer(numbers.upperBound))
        let above = try database.first(
            "SELECT count(*) FROM inbox WHERE source = ? AND epoch = ?", source, epoch, row: Self.number)
        try save(numbers.upperBound, above ?? 0, at: now, in: database)
    }

    /// Every event up to here is handled, as far as this consumer was there: the first that it ever heard of may not
    /// have been the gateway's first.
    func handled(in database: any Database) throws(StoreError) -> Int64? {
        try watermarks.write(id, in: database)
        let mark = try database.first(
            "SELECT seq FROM watermarks WHERE source = ? AND epoch = ?", source, epoch, row: Self.number)
        guard let mark, mark == 0 else { return mark }
        return try database.first(
            """
            SELECT min(seq) FROM inbox AS a WHERE source = ? AND epoch = ? AND NOT EXISTS
                (SELECT 1 FROM inbox AS b WHERE b.source = a.source AND b.epoch = a.epoch AND b.seq = a.seq + 1)
            """, source, epoch, row: Self.number)
    }

    private static func number(_ row: borrowing StoreRow) -> Int64 { row.integer(0) }
}
