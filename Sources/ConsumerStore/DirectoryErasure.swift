import Beacons
public import Engagement
public import Hashing
import SQL

extension ConsumerStore {
    /// What the tables beside the directory's have of a visitor.
    ///
    /// - Parameter keyring: by which other names their beacons may go.
    public func records(of visitor: Visitor, _ keyring: Keyring = Keyring()) throws(StoreError) -> [PersonRecords] {
        var records: [PersonRecords] = []
        let beacons = (visitor.beacons.flatMap(keyring.names) + [visitor.phone]).map(\.description)
        for table in PersonTable.all {
            let (column, keys) = table.keys(visitor: visitor.id, beacons: beacons)
            var rows: [[PersonRecords.Field]] = []
            for key in keys {
                rows += try database.all(
                    "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) WHERE \(column) = ?", .text(key)
                ) { row in table.fields(row) }
            }
            records.append(PersonRecords(table: table.name, rows: rows))
        }
        return records
    }

    /// Removes everything about a person, in one transaction, and remembers that they do not come back by an import.
    ///
    /// - Parameters:
    ///   - keyring: by which other names their beacons may go.
    ///   - gateways: as events name their source; they and all that were heard of are to forget the person, too, and
    ///     so is the retailer's engine if `ConsumerStore.engine` is among them.
    ///   - now: Unix milliseconds.
    /// - Returns: `nil` where nobody is known by that id.
    public func erase(
        _ user: String, _ keyring: Keyring = Keyring(), gateways: Set<String>, at now: Int64
    ) throws(StoreError) -> Erasure? {
        var erasure: Erasure?
        try database.transaction { () throws(StoreError) in
            erasure = nil
            let alias = try database.first("SELECT alias FROM visitors WHERE id = ?", .text(user)) { $0.text(0) ?? "" }
            guard let alias else { return }
            let beacons = try database.all(
                "SELECT beacon FROM visitor_beacons WHERE visitor = ? ORDER BY rank", .text(user)
            ) { $0.text(0).flatMap { BeaconIdentity($0) } }.compactMap(\.self)
            let names = beacons.flatMap(keyring.names) + [Visitor(id: user).phone]
            var rows = try removeRecords(of: user, names.map(\.description))
            // Its details go with it.
            try database.run("DELETE FROM visitors WHERE id = ?", .text(user))
            rows["visitors"] = 1
            try database.run(
                """
                INSERT INTO tombstones (person, at) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET at = excluded.at
                """, .text(try person(user)), .integer(now))
            let heard = try database.all("SELECT DISTINCT source FROM watermarks") { $0.text(0) ?? "" }
            for gateway in gateways.union(heard) {
                // The engine knows no beacons.
                let names = gateway == Self.engine ? [user] : beacons.flatMap(keyring.told).map { "\($0)" }
                for name in names {
                    try database.run(
                        "INSERT INTO forgets (id, person, gateway, beacon, at) VALUES (?, ?, ?, ?, ?)",
                        .text(Base64.url.text(RandomBytes.make(16))), .text(alias), .text(gateway), .text(name),
                        .integer(now))
                }
            }
            try directoryHasChanged()
            erasure = Erasure(alias: alias, rows: rows)
        }
        try scrub()
        return erasure
    }

    /// What the consumer has written of someone before it knew that they were erased.
    public func removeRecords(of visitor: Visitor, _ keyring: Keyring = Keyring()) throws(StoreError) {
        let names = visitor.beacons.flatMap(keyring.names) + [visitor.phone]
        _ = try removeRecords(of: visitor.id, names.map(\.description))
    }

    /// - Returns: rows by table.
    private func removeRecords(of user: String, _ beacons: [String]) throws(StoreError) -> [String: Int] {
        var rows: [String: Int] = [:]
        for table in PersonTable.all {
            let (column, keys) = table.keys(visitor: user, beacons: beacons)
            for key in keys {
                let count = try delete("FROM \(table.name) WHERE \(column) = ?", .text(key))
                if count > 0 { rows[table.name, default: 0] += count }
            }
        }
        return rows
    }

    /// - Returns: how many rows there were.
    private func delete(_ sql: String, _ value: SQLValue) throws(StoreError) -> Int {
        try database.all("DELETE \(sql) RETURNING 1", value) { _ in 1 }.count
    }

    // MARK: - What gateways are to forget

    /// What they have not confirmed yet.
    public func openForgets() throws(StoreError) -> [Forget] {
        let forgets = try database.all(
            "SELECT id, gateway, beacon FROM forgets WHERE beacon IS NOT NULL ORDER BY id"
        ) { row -> Forget? in
            guard let beacon = row.text(2).flatMap({ BeaconIdentity($0) }) else { return nil }
            return Forget(id: row.text(0) ?? "", gateway: row.text(1) ?? "", beacon: beacon)
        }
        return forgets.compactMap(\.self)
    }

    /// A gateway has forgotten: so does the store. - Returns: what stood for the person; `nil`: it was not asked.
    public func confirmForget(_ id: String, by gateway: String, at now: Int64) throws(StoreError) -> String? {
        try database.first(
            """
            UPDATE forgets SET beacon = NULL, confirmed_at = ? WHERE id = ? AND gateway = ? AND beacon IS NOT NULL
            RETURNING person
            """, .integer(now), .text(id), .text(gateway)
        ) { row in row.text(0) ?? "" }
    }

    /// Which gateways have forgotten the person that `alias` stood for, and which have not said so.
    public func forgetting(_ alias: String) throws(StoreError) -> (confirmed: [String], missing: [String]) {
        let rows = try database.all(
            "SELECT gateway, count(beacon) FROM forgets WHERE person = ? GROUP BY gateway ORDER BY gateway",
            .text(alias)
        ) { row in (row.text(0) ?? "", row.integer(1)) }
        return (rows.filter { $0.1 == 0 }.map(\.0), rows.filter { $0.1 > 0 }.map(\.0))
    }

    // MARK: - Retention

    /// Removes what has been kept for long enough, and says how many rows of each table.
    ///
    /// - Parameters:
    ///   - memory: milliseconds that the rules look back at what was sent; that much is kept in any case.
    ///   - now: Unix milliseconds.
    public func purge(_ retention: Retention, memory: Int64, at now: Int64) throws(StoreError) -> [String: Int] {
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
        try database.transaction { () throws(StoreError) in
            rows = [:]
            for limit in limits {
                let count = try delete("FROM \(limit.table) WHERE \(limit.column) < ?", .integer(limit.before))
                if count > 0 { rows[limit.table] = count }
            }
            try database.run("DELETE FROM inbox WHERE (source, epoch) NOT IN (SELECT source, epoch FROM watermarks)")
        }
        try scrub()
        return rows
    }

    /// What was overwritten may still stand in the log beside an SQLite file: this empties that. Where another program is
    /// reading just now it stays until the next time.
    public func scrub() throws(StoreError) { try database.scrub() }
}
