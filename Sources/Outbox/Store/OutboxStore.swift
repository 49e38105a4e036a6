import Beacons
import Glibc
import Messages
import Presence
import SQL
import SQLite

/// The outbox's file: rows, visits, and who wrote them. Used by one thread.
struct OutboxStore: ~Copyable {
    /// What one transaction writes.
    struct Batch {
        var rows: [OutboxRow] = []
        /// Every row up to here is confirmed and goes.
        var watermark: Int64 = -1
        /// Visits as they are now; `nil`: over.
        var visits: [(key: VisitKey, visit: SavedVisit?)] = []
        var lastSeq: Int64 = 0
        var lastVisit: UInt64 = 0
        /// Whether the gateway stops after this: what it knows is exact.
        var isLast = false
    }

    /// The most dead letters kept.
    static let mostDead = 1000

    let connection: SQLiteConnection
    let gateway: GatewayID
    let epoch: String
    /// Where a damaged file of before was put.
    let damagedFile: String?

    /// Opens or makes the file. A damaged one is set aside under a name of its own, and a new one made.
    init(
        path: String, gateway: GatewayID, newEpoch: String, pages: Int64, at clock: ClockReading
    ) throws(SQLiteError) {
        let damagedFile = try Self.setAside(path, clock.wall)
        let connection = try SQLiteConnection(path: path, exclusive: true)
        // What is deleted is overwritten: who is erased is not left in the gaps of a page. Debian's default, said here.
        try connection.execute("PRAGMA max_page_count=\(pages); PRAGMA secure_delete=ON")
        try connection.migrate(OutboxSchema.steps)
        let known = try connection.first("SELECT epoch FROM gateway") { row throws(SQLiteError) in row.text(0) } ?? nil
        if known == nil {
            try connection.run(
                "INSERT INTO gateway VALUES (?, 0, 0, ?, ?, ?, 1)", .text(newEpoch), .integer(clock.boot),
                .integer(clock.now.microseconds / 1000), .integer(clock.wall))
        }
        self.connection = connection
        self.gateway = gateway
        self.damagedFile = damagedFile
        epoch = known ?? newEpoch
    }

    /// The new name of the file, if it is damaged.
    private static func setAside(_ path: String, _ now: Int64) throws(SQLiteError) -> String? {
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(path: path, exclusive: true)
            try connection.check()
            try connection.migrate(OutboxSchema.steps)
            for query in [
                "\(OutboxRow.columns) FROM outbox", "epoch, last_seq, last_visit, is_clean FROM gateway",
                "region, beacon, visit, last_seen FROM visits", "seq, reason, at, topic, payload FROM dead",
                "payload FROM deny",
            ] { try connection.execute("SELECT \(query) LIMIT 0") }
            return nil
        } catch {
            // Damage may lie in what the file says of its tables, which checking it does not show.
            guard error.isCorrupt || error.isMismatch else { throw error }
            let aside = "\(path).corrupt-\(now)"
            for suffix in ["", "-wal", "-shm"] { rename(path + suffix, aside + suffix) }
            return aside
        }
    }

    /// All of the batch, on the disk when this returns, or nothing of it. Returns how many confirmed rows went.
    func commit(_ batch: Batch, at clock: ClockReading) throws(SQLiteError) -> Int {
        try connection.transaction { () throws(SQLiteError) in
            try connection.run("DELETE FROM outbox WHERE seq <= ?", .integer(batch.watermark))
            let deleted = try connection.first("SELECT changes()") { row throws(SQLiteError) in row.integer(0) } ?? 0
            for row in batch.rows { try row.insert(into: connection) }
            for (key, visit) in batch.visits { try write(visit, key) }
            try connection.run(
                "UPDATE gateway SET last_seq=?, last_visit=?, boot=?, monotonic=?, wall=?, is_clean=?",
                .integer(batch.lastSeq), .integer(Int64(clamping: batch.lastVisit)), .integer(clock.boot),
                .integer(clock.now.microseconds / 1000), .integer(clock.wall), .integer(batch.isLast ? 1 : 0))
            return Int(deleted)
        }
    }

    private func write(_ visit: SavedVisit?, _ key: VisitKey) throws(SQLiteError) {
        let (region, beacon) = (SQLValue.text(key.region), SQLValue.text(key.beacon.description))
        guard let visit else {
            return try connection.run("DELETE FROM visits WHERE region=? AND beacon=?", region, beacon)
        }
        try connection.run(
            "INSERT OR REPLACE INTO visits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", region, beacon,
            .integer(Int64(clamping: visit.visit)), .integer(Int64(visit.events)), .integer(Int64(visit.dwellsTold)),
            .integer(Int64(visit.sightings)), .integer(visit.firstSeen.microseconds),
            .integer(visit.lastSeen.microseconds), .real(orNull: visit.level),
            .integer(orNull: visit.measuredPower.map { Int64($0) }))
    }

    // MARK: - Rows

    /// The first rows after a number.
    func rows(after seq: Int64, atMost count: Int) throws(SQLiteError) -> [OutboxRow] {
        try connection.all(
            "SELECT \(OutboxRow.columns) FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?", .integer(seq),
            .integer(count)
        ) { row throws(SQLiteError) in OutboxRow(row, of: gateway, epoch: epoch) }
    }

    /// How many rows there are, and the numbers of the first and the last.
    func extent() throws(SQLiteError) -> (count: Int, first: Int64, last: Int64)? {
        try connection.first("SELECT count(*), min(seq), max(seq) FROM outbox") {
            row throws(SQLiteError) -> (Int, Int64, Int64)? in
            row.integer(0) == 0 ? nil : (Int(clamping: row.integer(0)), row.integer(1), row.integer(2))
        } ?? nil
    }

    /// Drops the oldest rows and puts one note of what was lost in their place.
    ///
    /// - Parameters:
    ///   - floor: rows up to here stay: they are on their way.
    ///   - notes: notes up to here stay as they are: they may have been told.
    ///   - count: how many rows to drop at most; `age`: only what is older.
    /// - Returns: the note, and how many rows went.
    func drop(
        after floor: Int64, notesAfter notes: Int64, atMost count: Int, olderThan age: Duration? = nil,
        reason: String, at clock: ClockReading
    ) throws(SQLiteError) -> (note: OutboxRow, dropped: Int)? {
        try connection.transaction { () throws(SQLiteError) -> (note: OutboxRow, dropped: Int)? in
            // In one boot the monotonic clock knows the age, whatever the wall clock has been set to.
            let oldest = age.map { clock.now.microseconds / 1000 - $0.milliseconds }
            let oldestWall = age.map { clock.wall.difference($0.milliseconds) }
            let dropped = try connection.all(
                """
                DELETE FROM outbox WHERE seq IN (
                    SELECT seq FROM outbox WHERE seq > ? AND NOT (kind = 'lost' AND seq <= ?)
                    AND iif(boot = ?, monotonic < ?, wall < ?) ORDER BY seq LIMIT ?)
                RETURNING seq, ifnull(from_seq, seq), wall, iif(kind = 'lost', span, 1),
                    iif(kind = 'lost', first_seen, 0)
                """, .integer(floor), .integer(notes), .integer(clock.boot), .integer(oldest ?? .max),
                .integer(oldestWall ?? .max), .integer(count)
            ) { row throws(SQLiteError) in
                (
                    seq: row.integer(0), from: row.integer(1), wall: row.integer(2), span: row.integer(3),
                    since: row.integer(4)
                )
            }.sorted { $0.seq < $1.seq }
            guard let first = dropped.first, let last = dropped.last else { return nil }
            let lost = EventsLost(
                gateway: gateway, epoch: epoch, from: UInt64(clamping: dropped.reduce(first.from) { min($0, $1.from) }),
                to: UInt64(clamping: last.seq),
                count: UInt64(clamping: dropped.reduce(Int64(0)) { $0.sum($1.span) }),
                first: first.wall.difference(first.since), last: last.wall, reason: reason)
            let note = OutboxRow(
                seq: last.seq, content: .lost(lost), boot: clock.boot, monotonic: clock.now.microseconds / 1000)
            try note.insert(into: connection)
            return (note, dropped.count)
        }
    }

    /// Puts an event that the broker will never take aside, and a note of its loss in its place.
    func bury(
        _ row: OutboxRow, as message: Outgoing, topic: String, note: OutboxRow, reason: String, at clock: ClockReading
    ) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            try connection.run("DELETE FROM outbox WHERE seq = ?", .integer(row.seq))
            try note.insert(into: connection)
            try connection.run(
                "INSERT OR REPLACE INTO dead VALUES (?, ?, ?, ?, ?)", .integer(row.seq), .text(reason),
                .integer(clock.wall), .text(topic), .blob(message.payload))
            try connection.run(
                "DELETE FROM dead WHERE seq <= (SELECT seq FROM dead ORDER BY seq DESC LIMIT 1 OFFSET ?)",
                .integer(Self.mostDead))
        }
    }

    // MARK: - The run before

    /// What the last run kept, its instants moved to the clock of now, with the names of the visits' regions.
    func saved(at clock: ClockReading) throws(SQLiteError) -> (
        lastSeq: Int64, presence: SavedPresence, regions: [String]
    ) {
        let (lastSeq, lastVisit, boot, monotonic, wall, isClean) =
            try connection.first("SELECT last_seq, last_visit, boot, monotonic, wall, is_clean FROM gateway") {
                row throws(SQLiteError) in
                (row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4), row.integer(5) != 0)
            } ?? (0, 0, clock.boot, 0, clock.wall, true)
        let nowMonotonic = clock.now.microseconds / 1000
        // Another boot counts from elsewhere: then the wall clock must tell how long the gateway was down.
        let down = max(boot == clock.boot ? nowMonotonic.difference(monotonic) : clock.wall.difference(wall), 0)
        let savedAt = clock.now + .milliseconds(-down)
        let shift = savedAt - Instant(microseconds: monotonic.multipliedReportingOverflow(by: 1000).partialValue)

        var presence = SavedPresence(savedAt: savedAt)
        presence.lastVisit = UInt64(clamping: lastVisit)
        presence.aliveUntil = isClean ? nil : savedAt + Outbox.refresh
        var regions: [String] = []
        let visits = try connection.all("SELECT * FROM visits ORDER BY visit") {
            row throws(SQLiteError) -> (String, SavedVisit)? in
            guard let region = row.text(0), let beacon = row.text(1).flatMap({ BeaconIdentity($0) }) else { return nil }
            return (
                region,
                SavedVisit(
                    region: 0, beacon: beacon, visit: UInt64(clamping: row.integer(2)),
                    events: UInt32(clamping: row.integer(3)), dwellsTold: UInt8(clamping: row.integer(4)),
                    sightings: UInt32(clamping: row.integer(5)),
                    firstSeen: Instant(microseconds: row.integer(6)) + shift,
                    lastSeen: Instant(microseconds: row.integer(7)) + shift, level: row.real(8),
                    measuredPower: row.integer(ifPresent: 9).map { Int8(clamping: $0) })
            )
        }
        for case (let region, let visit)? in visits {
            regions.append(region)
            presence.visits.append(visit)
        }
        return (lastSeq, presence, regions)
    }
}

/// A visit by the names that outlive a change of the configuration.
struct VisitKey: Hashable {
    var region: String
    var beacon: BeaconIdentity
}
