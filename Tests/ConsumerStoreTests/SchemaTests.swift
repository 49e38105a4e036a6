import Beacons
import Messages
import SQL
import TestSupport
import Testing

@testable import ConsumerStore

@Suite struct SchemaTests {
    @Test(arguments: StoreEngine.allCases)
    func `what an older version had still to tell is told, in its order`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let first = Schema.steps.prefix { $0 != Schema.siteEventsInOrder }
        let second = Schema.steps.prefix { $0 != Schema.siteVisits }
        let events = [("c", 3, 0), ("a", 1, 0), ("other", 2, 1), ("b", 2, 0)].map { id, number, part in
            (part: part, event: SiteEvent(number: number, visit: Self.visit(id)))
        }
        do {
            let database: any Database =
                if let url = place.url {
                    try PostgreSQLDatabase(url: url, password: nil, holder: "before")
                } else {
                    try SQLiteDatabase(path: place.file, now: 0, isShared: false)
                }
            try database.migrate(Array(first))
            for (part, event) in events.prefix(2) { try Self.keepMessage(event, part, in: database) }
            try database.migrate(Array(second))
            for (part, event) in events.dropFirst(2) { try Self.keepMessage(event, part, in: database) }
        }
        let store = try place.open()
        let ofFirst = try store.siteEvents(of: 0, after: 0, limit: 9)
        #expect(ofFirst == [events[1], events[3], events[0]].map(\.event))
        #expect(try store.siteEvents(of: 1, after: 0, limit: 9) == [events[2].event])
        #expect(try store.lastSiteEvent() == 3)
        try store.forget(Array(ofFirst.prefix(2)), of: 0)
        // Once: what was told in between does not come back.
        let again = try place.open()
        #expect(try again.siteEvents(of: 0, after: 0, limit: 9) == [events[0].event])
        #expect(try again.siteEvents(of: 1, after: 0, limit: 9) == [events[2].event])
    }

    private static func visit(_ id: String) -> SiteVisit {
        SiteVisit(
            type: .move, id: "shop/_site:k3v9x2ma:\(id)", time: 1_764_522_312_345, site: "shop", zone: "beer",
            fromZone: "wine", visit: "shop/door:k3v9x2ma:v1", beacon: .pseudonym(upper: 7, lower: 1), keyID: "2026-12",
            since: 1_764_522_300_000, dwell: nil, reason: "stronger")
    }

    /// As versions before wrote it.
    private static func keepMessage(_ event: SiteEvent, _ part: Int, in database: any Database) throws {
        try database.run(
            "INSERT INTO site_events (id, number, part, beacon, topic, payload) VALUES (?, ?, ?, ?, 't', ?)",
            .text(event.visit.id), .integer(event.number), .integer(part), .text(event.visit.beacon.description),
            .text(String(decoding: event.visit.rendered(), as: UTF8.self)))
    }
}
