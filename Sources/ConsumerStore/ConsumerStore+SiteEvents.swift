public import Beacons
import SQL

/// The way of the sites' own events to the broker: kept in the transaction that made them, until acknowledged.
extension ConsumerStore {
    /// - Parameters:
    ///   - beacon: whom it is about.
    ///   - partition: which tells it.
    public func keep(_ event: SiteEvent, about beacon: BeaconIdentity, by partition: Int) throws(StoreError) {
        try database.run(
            "INSERT INTO site_events (part, number, id, beacon, topic, payload) VALUES (?, ?, ?, ?, ?, ?)",
            .integer(partition), .integer(event.number), .text(event.id), .text(beacon.description),
            .text(event.topic), .text(event.payload))
    }

    /// The next ones of a partition, at most `limit`, in order.
    public func siteEvents(of partition: Int, after number: Int64, limit: Int) throws(StoreError) -> [SiteEvent] {
        try database.all(
            """
            SELECT id, number, topic, payload FROM site_events WHERE part = ? AND number > ?
            ORDER BY number, id LIMIT ?
            """, .integer(partition), .integer(number), .integer(limit)
        ) { row in
            SiteEvent(
                id: row.text(0) ?? "", number: row.integer(1), topic: row.text(2) ?? "", payload: row.text(3) ?? "")
        }
    }

    /// The number of the last one; 0: there is none.
    public func lastSiteEvent() throws(StoreError) -> Int64 {
        let last = try database.first("SELECT max(number) FROM site_events") { row in
            row.integer(0)
        }
        return last ?? 0
    }

    /// The broker has them.
    public func forget(_ events: [SiteEvent], of partition: Int) throws(StoreError) {
        for event in events {
            try database.run(
                "DELETE FROM site_events WHERE part = ? AND number = ? AND id = ?", .integer(partition),
                .integer(event.number), .text(event.id))
        }
    }
}
