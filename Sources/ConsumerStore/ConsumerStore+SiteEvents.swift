import Beacons
import Messages
import SQL

/// The way of the sites' own events to the broker: kept in the transaction that made them, until acknowledged. Their
/// messages are made when they are sent: in full they are three times as long, and most of what a live event costs the disk.
extension ConsumerStore {
    /// - Parameter partition: which tells it.
    public func keep(_ event: SiteEvent, by partition: Int) throws(StoreError) {
        try Self.keep(event, by: partition, in: database)
    }

    private static func keep(_ event: SiteEvent, by partition: Int, in database: any Database) throws(StoreError) {
        let visit = event.visit
        try database.run(
            """
            INSERT INTO site_visits (part, number, id, type, at, site, zone, from_zone, visit, beacon, key_id, since, dwell,
                reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, .integer(partition), .integer(event.number), .text(visit.id), .text(visit.type.rawValue),
            .integer(visit.time), .text(visit.site), .text(orNull: visit.zone), .text(orNull: visit.fromZone),
            .text(visit.visit), .text(visit.beacon.description), .text(orNull: visit.keyID), .integer(visit.since),
            .integer(orNull: visit.dwell), .text(visit.reason))
    }

    /// The next ones of a partition, at most `limit`, in order.
    public func siteEvents(of partition: Int, after number: Int64, limit: Int) throws(StoreError) -> [SiteEvent] {
        let events = try database.all(
            """
            SELECT number, id, type, at, site, zone, from_zone, visit, beacon, key_id, since, dwell, reason
            FROM site_visits WHERE part = ? AND number > ? ORDER BY number, id LIMIT ?
            """, .integer(partition), .integer(number), .integer(limit)
        ) { row -> SiteEvent? in
            guard let type = row.text(2).flatMap(Topic.VisitType.init),
                let beacon = row.text(8).flatMap(BeaconIdentity.init)
            else { return nil }
            let visit = SiteVisit(
                type: type, id: row.text(1) ?? "", time: row.integer(3), site: row.text(4) ?? "", zone: row.text(5),
                fromZone: row.text(6), visit: row.text(7) ?? "", beacon: beacon, keyID: row.text(9),
                since: row.integer(10), dwell: row.integer(ifPresent: 11), reason: row.text(12) ?? "")
            return SiteEvent(number: row.integer(0), visit: visit)
        }
        return events.compactMap(\.self)
    }

    /// The number of the last one; 0: there is none.
    public func lastSiteEvent() throws(StoreError) -> Int64 {
        let last = try database.first("SELECT max(number) FROM site_visits") { row in
            row.integer(0)
        }
        return last ?? 0
    }

    /// The broker has them.
    public func forget(_ events: [SiteEvent], of partition: Int) throws(StoreError) {
        for event in events {
            try database.run(
                "DELETE FROM site_visits WHERE part = ? AND number = ? AND id = ?", .integer(partition),
                .integer(event.number), .text(event.visit.id))
        }
    }

    /// What an older version had still to tell, as whole messages.
    static func takeOverMessages(in database: any Database) throws(StoreError) {
        let select = "SELECT part, number, payload FROM site_events"
        guard try database.first(select, row: { _ in true }) ?? false else { return }
        try database.transaction { () throws(StoreError) in
            let messages = try database.all(select) { row in
                (part: Int(row.integer(0)), number: row.integer(1), payload: Array((row.text(2) ?? "").utf8))
            }
            for message in messages {
                guard let visit = try? SiteVisit(parsing: message.payload) else { continue }
                try keep(SiteEvent(number: message.number, visit: visit), by: message.part, in: database)
            }
            try database.run("DELETE FROM site_events")
        }
    }
}
