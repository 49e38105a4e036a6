import Beacons
import Messages
import SQLite

extension OutboxStore {
    /// Drops what is kept about some beacons; their events become notes of their loss.
    func erase(_ isUnwanted: (BeaconIdentity) -> Bool) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            for beacon in try beacons("SELECT DISTINCT beacon FROM outbox") where isUnwanted(beacon) {
                try connection.run(
                    """
                    UPDATE outbox SET kind = 'lost', reason = ?, span = 1, first_seen = 0, from_seq = seq, region = NULL,
                        beacon = NULL, key_id = NULL, visit = NULL, number = NULL, level = NULL, measured_power = NULL,
                        distance = NULL, proximity = NULL, sightings = NULL, last_seen = NULL, uncertainty = NULL
                    WHERE beacon = ?
                    """, .text(EventsLost.erased), .text(beacon.description))
            }
            for beacon in try beacons("SELECT DISTINCT beacon FROM visits") where isUnwanted(beacon) {
                try connection.run("DELETE FROM visits WHERE beacon = ?", .text(beacon.description))
            }
            let dead = try connection.all("SELECT seq, topic FROM dead") { row throws(SQLiteError) in
                (seq: row.integer(0), topic: row.text(1) ?? "")
            }
            // The names of beacons are plain: in a topic they stand as they are.
            for letter in dead {
                guard let level = letter.topic.split(separator: "/").last, let beacon = BeaconIdentity(String(level)),
                    isUnwanted(beacon)
                else { continue }
                try connection.run("DELETE FROM dead WHERE seq = ?", .integer(letter.seq))
            }
        }
        // Deleted bytes are overwritten, but the log of writes still has them.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func beacons(_ query: String) throws(SQLiteError) -> [BeaconIdentity] {
        try connection.all(query) { row throws(SQLiteError) in row.text(0).flatMap { BeaconIdentity($0) } }
            .compactMap(\.self)
    }

    func keep(denyList payload: [UInt8]) throws(SQLiteError) {
        try connection.run("INSERT OR REPLACE INTO deny VALUES (1, ?)", .blob(payload))
    }

    func denyList() throws(SQLiteError) -> [UInt8]? {
        try connection.first("SELECT payload FROM deny") { row throws(SQLiteError) in row.blob(0) } ?? nil
    }
}
