import Beacons
import SQL
import TestSupport
import Testing

@testable import ConsumerStore

@Suite struct SchemaTests {
    @Test(arguments: StoreEngine.allCases)
    func `what an older version had still to tell is told, in its order`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let former = Schema.steps.prefix { $0 != Schema.siteEventsInOrder }
        do {
            let database: any Database =
                if let url = place.url {
                    try PostgreSQLDatabase(url: url, password: nil, holder: "before")
                } else {
                    try SQLiteDatabase(path: place.file, now: 0, isShared: false)
                }
            try database.migrate(Array(former))
            let events: [(String, Int64, Int64)] = [("c", 3, 0), ("a", 1, 0), ("other", 2, 1), ("b", 2, 0)]
            for (id, number, part) in events {
                try database.run(
                    """
                    INSERT INTO site_events (id, number, part, beacon, topic, payload) VALUES (?, ?, ?, 'x', 't', 'p')
                    """, .text(id), .integer(number), .integer(part))
            }
        }
        let store = try place.open()
        #expect(try store.siteEvents(of: 0, after: 0, limit: 9).map(\.id) == ["a", "b", "c"])
        #expect(try store.siteEvents(of: 1, after: 0, limit: 9).map(\.id) == ["other"])
        #expect(try store.lastSiteEvent() == 3)
        let first = try store.siteEvents(of: 0, after: 0, limit: 2)
        try store.forget(first, of: 0)
        #expect(try store.siteEvents(of: 0, after: 0, limit: 9).map(\.id) == ["c"])
        #expect(try store.siteEvents(of: 1, after: 0, limit: 9).map(\.id) == ["other"])
    }
}
