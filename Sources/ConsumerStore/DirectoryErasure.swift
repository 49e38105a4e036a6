import Beacons
public import Engagement
import Hashing
public import SQLite

extension ConsumerStore {
    /// What the tables beside the directory's have of a visitor.
    public func records(of visitor: Visitor) throws(SQLiteError) -> [PersonRecords] {
        var records: [PersonRecords] = []
        for table in PersonTable.all {
            let (column, keys) = table.keys(
                visitor: visitor.id, beacons: (visitor.beacons + [visitor.phone]).map(\.description))
            var rows: [[PersonRecords.Field]] = []
            for key in keys {
                rows += try connection.all(
                    "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) WHERE \(column) = ?", .text(key)
                ) { row throws(SQLiteError) in
                    var fields: [PersonRecords.Field] = []
                    for (index, name) in table.columns.enumerated() {
                        if let value = row.text(Int32(index)) { fields.append(.init(name: name, value: value)) }
                    }
                    return fields
                }
            }
            records.append(PersonRecords(table: table.name, rows: rows))
        }
        return records
    }

    /// Removes everything about a person, in one transaction, and remembers that they do not come back by an import.
    ///
    /// - Parameters:
    ///   - gateways: as events name their source; they and all that were heard of are to forget the person, too, and
    ///     so is the retailer's engine if `ConsumerStore.engine` is among them.
    ///   - now: Unix milliseconds.
    /// - Returns: `nil` where nobody is known by that id.
    public func erase(
        _ user: String, gateways: Set<String>, at now: Int64
    ) throws(SQLiteError) -> Erasure? {
        let erasure = try connection.transaction { () throws(SQLiteError) -> Erasure? in
            let alias = try connection.first("SELECT alias FROM visitors WHERE id = ?", .text(user)) {
                row throws(SQLiteError) in row.text(0) ?? ""
            }
            guard let alias else { return nil }
            let beacons = try connection.all(
                "SELECT beacon FROM visitor_beacons WHERE visitor = ? ORDER BY rank", .text(user)
            ) { row throws(SQLiteError) in row.text(0) ?? "" }
            var rows = ["visitors": 1]
            for table in PersonTable.all {
                let phone = Visitor(id: user).phone.description
                let (column, keys) = table.keys(visitor: user, beacons: beacons + [phone])
                for key in keys {
                    let gone = try connection.all(
                        "DELETE FROM \(table.name) WHERE \(column) = ? RETURNING 1", .text(key)
                    ) { _ throws(SQLiteError) in 1 }
                    if !gone.isEmpty { rows[table.name, default: 0] += gone.count }
                }
            }
            // Its details go with it.
            try connection.run("DELETE FROM visitors WHERE id = ?", .text(user))
            try connection.run(
                """
                INSERT INTO tombstones (person, at) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET at = excluded.at
                """, .text(try person(user)), .integer(now))
            let heard = try connection.all("SELECT DISTINCT source FROM watermarks") { row throws(SQLiteError) in
                row.text(0) ?? ""
            }
            for gateway in gateways.union(heard) {
                // The engine knows no beacons.
                for name in gateway == Self.engine ? [user] : beacons {
                    try connection.run(
                        "INSERT INTO forgets (id, person, gateway, beacon, at) VALUES (?, ?, ?, ?, ?)",
                        .text(Base64.url.text(RandomBytes.make(16))), .text(alias), .text(gateway), .text(name),
                        .integer(now))
                }
            }
            try directoryHasChanged()
            return Erasure(alias: alias, rows: rows)
        }
        try scrub()
        return erasure
    }

    // MARK: - What gateways are to forget

    /// What they have not confirmed yet.
    public func openForgets() throws(SQLiteError) -> [Forget] {
        let forgets = try connection.all(
            "SELECT id, gateway, beacon FROM forgets WHERE beacon IS NOT NULL ORDER BY id"
        ) { row throws(SQLiteError) -> Forget? in
            guard let beacon = row.text(2).flatMap({ BeaconIdentity($0) }) else { return nil }
            return Forget(id: row.text(0) ?? "", gateway: row.text(1) ?? "", beacon: beacon)
        }
        return forgets.compactMap(\.self)
    }

    /// A gateway has forgotten: so does the store. - Returns: what stood for the person; `nil`: it was not asked.
    public func confirmForget(_ id: String, by gateway: String, at now: Int64) throws(SQLiteError) -> String? {
        try connection.first(
            """
            UPDATE forgets SET beacon = NULL, confirmed_at = ? WHERE id = ? AND gateway = ? AND beacon IS NOT NULL
            RETURNING person
            """, .integer(now), .text(id), .text(gateway)
        ) { row throws(SQLiteError) in row.text(0) ?? "" }
    }

    /// Which gateways have forgotten the person that `alias` stood for, and which have not said so.
    public func forgetting(_ alias: String) throws(SQLiteError) -> (confirmed: [String], missing: [String]) {
        let rows = try connection.all(
            "SELECT gateway, count(beacon) FROM forgets WHERE person = ? GROUP BY gateway ORDER BY gateway",
            .text(alias)
        ) { row throws(SQLiteError) in (row.text(0) ?? "", row.integer(1)) }
        return (rows.filter { $0.1 == 0 }.map(\.0), rows.filter { $0.1 > 0 }.map(\.0))
    }

    // MARK: - Retention

    /// Removes what has been kept for long enough, and says how many rows of each table.
    ///
    /// - Parameters:
    ///   - memory: milliseconds that the rules look back at what was sent; that much is kept in any case.
    ///   - now: Unix milliseconds.
    public func purge(_ retention: Retention, memory: Int64, at now: Int64) throws(SQLiteError) -> [String: Int] {
        let day: Int64 = 86_400_000
        let sends = max(retention.sends.components.seconds * 1000, memory)
        let limits: [(table: String, column: String, before: Int64)] = [
            ("visits", "last_present", now - retention.presence.components.seconds * 1000),
            ("decisions", "at", now - retention.decisions.components.seconds * 1000),
            ("sends", "at", now - sends), ("feedback", "at", now - sends),
            ("caps", "until", now),
            // A gateway that has been away for so long has forgotten by itself.
            ("forgets", "at", now - 30 * day),
            ("long_stays", "at", now - LongStay.window),
            // An epoch that has been silent for so long is over.
            ("watermarks", "at", now - 30 * day),
        ]
        var rows: [String: Int] = [:]
        try connection.transaction { () throws(SQLiteError) in
            for limit in limits {
                let gone = try connection.all(
                    "DELETE FROM \(limit.table) WHERE \(limit.column) < ? RETURNING 1", .integer(limit.before)
                ) { _ throws(SQLiteError) in 1 }
                if !gone.isEmpty { rows[limit.table] = gone.count }
            }
            try connection.run(
                "DELETE FROM inbox WHERE (source, epoch) NOT IN (SELECT source, epoch FROM watermarks)")
        }
        try scrub()
        return rows
    }

    /// What was overwritten in the file may still stand in the log beside it: this empties that. Where another program is
    /// reading just now it stays until the next time.
    public func scrub() throws(SQLiteError) { try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
}
