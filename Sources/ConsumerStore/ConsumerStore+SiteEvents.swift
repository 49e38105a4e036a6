public import Beacons
public import SQLite

/// The way of the sites' own events to the broker: kept in the transaction that made them, until acknowledged.
extension ConsumerStore {
    /// - Parameter beacon: whom it is about.
    public func keep(_ event: SiteEvent, about beacon: BeaconIdentity) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO site_events (id, number, beacon, topic, payload) VALUES (?, ?, ?, ?, ?)", .text(event.id),
            .integer(event.number), .text(beacon.description), .text(event.topic), .text(event.payload))
    }

    /// The next ones, at most `limit`, in order.
    public func siteEvents(after number: Int64, limit: Int) throws(SQLiteError) -> [SiteEvent] {
        try connection.all(
            "SELECT id, number, topic, payload FROM site_events WHERE number > ? ORDER BY number, id LIMIT ?",
            .integer(number), .integer(limit)
        ) { row throws(SQLiteError) in
            SiteEvent(
                id: row.text(0) ?? "", number: row.integer(1), topic: row.text(2) ?? "", payload: row.text(3) ?? "")
        }
    }

    /// The number of the last one; 0: there is none.
    public func lastSiteEvent() throws(SQLiteError) -> Int64 {
        let last = try connection.first("SELECT max(number) FROM site_events") { row throws(SQLiteError) in
            row.integer(0)
        }
        return last ?? 0
    }

    /// The broker has them.
    public func forget(_ events: [SiteEvent]) throws(SQLiteError) {
        for event in events { try connection.run("DELETE FROM site_events WHERE id = ?", .text(event.id)) }
    }
}
