import Beacons
import Messages
import SQL
import SQLite

extension SQLiteConnection {
    /// What an outbox's file holds. - Parameter seq: rows up to here are confirmed, and only wait to go.
    func outboxReport(after seq: Int64) throws(SQLiteError) -> OutboxReport {
        let epoch = try first("SELECT epoch FROM gateway") { row throws(SQLiteError) in row.text(0) } ?? nil
        let rows = try all(
            """
            SELECT seq, kind, region, beacon, wall, iif(kind = 'lost', span, 1) FROM outbox
            WHERE seq > ? ORDER BY seq LIMIT ?
            """, .integer(seq), .integer(Int64(OutboxReport.most))
        ) { row throws(SQLiteError) in
            let kind = row.text(1) ?? ""
            return OutboxReport.Row(
                seq: UInt64(clamping: row.integer(0)), type: kind == "lost" ? "events_lost" : kind, region: row.text(2),
                subject: row.text(3).flatMap { BeaconIdentity($0) }.map { Subject($0).text }, time: row.integer(4),
                count: UInt64(clamping: row.integer(5)))
        }
        let dead = try all(
            "SELECT seq, reason, at, topic, length(payload) FROM dead ORDER BY seq DESC LIMIT ?",
            .integer(Int64(OutboxReport.most))
        ) { row throws(SQLiteError) in
            OutboxReport.DeadLetter(
                seq: UInt64(clamping: row.integer(0)), reason: row.text(1) ?? "", at: row.integer(2),
                topic: row.text(3) ?? "", bytes: UInt64(clamping: row.integer(4)))
        }
        let waiting = try first("SELECT count(*) FROM outbox WHERE seq > ?", .integer(seq)) {
            row throws(SQLiteError) in row.integer(0)
        }
        let deadCount = try first("SELECT count(*) FROM dead") { row throws(SQLiteError) in row.integer(0) }
        return OutboxReport(
            epoch: epoch ?? "", waiting: UInt64(clamping: waiting ?? 0), rows: rows,
            dead: UInt64(clamping: deadCount ?? 0), deadLetters: dead)
    }
}

extension OutboxStore {
    /// The numbers and times of the events of some beacons, in order.
    func events(
        after seq: Int64, where isOfInterest: (BeaconIdentity) -> Bool
    ) throws(SQLiteError) -> [(seq: Int64, time: Int64)] {
        let beacons = try connection.all("SELECT DISTINCT beacon FROM outbox WHERE beacon IS NOT NULL") {
            row throws(SQLiteError) in row.text(0) ?? ""
        }
        var events: [(seq: Int64, time: Int64)] = []
        for text in beacons {
            guard let beacon = BeaconIdentity(text), isOfInterest(beacon) else { continue }
            events += try connection.all(
                "SELECT seq, wall FROM outbox WHERE beacon = ? AND seq > ?", .text(text), .integer(seq)
            ) { row throws(SQLiteError) in (row.integer(0), row.integer(1)) }
        }
        return events.sorted { $0.seq < $1.seq }
    }

    /// Deletes rows, and dead letters of the same beacons, and puts notes in. No byte of them is left.
    func erase(
        _ rows: [Int64], puttingIn notes: [OutboxRow], where isErased: (BeaconIdentity) -> Bool
    ) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            for seq in rows { try connection.run("DELETE FROM outbox WHERE seq = ?", .integer(seq)) }
            for note in notes { try note.insert(into: connection) }
            let letters = try connection.all("SELECT seq, payload FROM dead") { row throws(SQLiteError) in
                (seq: row.integer(0), event: try? GatewayEvent(parsing: row.blob(1)))
            }
            for letter in letters {
                guard let event = letter.event, isErased(event.beacon) else { continue }
                try connection.run("DELETE FROM dead WHERE seq = ?", .integer(letter.seq))
            }
        }
        // What was written before is not left in the log either.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
