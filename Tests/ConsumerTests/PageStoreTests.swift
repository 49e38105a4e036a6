import ConsumerStore
import TestSupport
import Testing

@testable import beckon_consumer

@Suite struct PageStoreTests {
    @Test func `a session that the server ended costs one request at most`() throws {
        let server = try TemporaryPostgreSQL.shared.get()
        let url = try server.newDatabase()
        let store = try PageStore { try ConsumerStore(url: url, password: nil, holder: "pages") }
        func rest() throws -> Int64? {
            try store.use { store in
                try store.rest("u1", until: 5)
                return try store.rest(of: "u1", at: 0)
            }
        }
        #expect(try rest() == 5)
        let name = url.dropFirst("postgresql://beckon@/".count).prefix { $0 != "?" }
        try server.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'", in: "postgres")
        _ = try? rest()
        #expect(try rest() == 5)
    }
}
