import SQL
import TestSupport
import Testing

@testable import PostgreSQL

@Suite struct PostgreSQLTests {
    let server: TemporaryPostgreSQL
    let url: String

    init() throws {
        server = try TemporaryPostgreSQL.shared.get()
        url = try server.newDatabase()
    }

    private func open(patience: Duration = .seconds(10)) throws -> PostgreSQLConnection {
        try PostgreSQLConnection(url: url, program: "beckon-test", patience: patience)
    }

    private func error(_ body: () throws -> Void) -> PostgreSQLError? {
        #expect(throws: PostgreSQLError.self, performing: body)
    }

    @Test func `every kind of value comes back as it went in`() throws {
        let connection = try open()
        try connection.execute(
            "CREATE TABLE kinds (number BIGINT, content TEXT, bytes BYTEA, real DOUBLE PRECISION, empty TEXT, no BYTEA)"
        )
        let bytes = Array(UInt8.min ... .max)
        try connection.each(
            "INSERT INTO kinds VALUES (?, ?, ?, ?, ?, ?)",
            [.integer(Int64.min), .text("naïve café 🍺 ''?"), .blob(bytes), .real(0.1), .null, .blob([])]
        ) { _ in }
        var rows = 0
        try connection.each("SELECT number, content, bytes, real, empty, no, number < 0 FROM kinds", []) { row in
            rows += 1
            #expect(row.integer(0) == .min)
            #expect(row.text(1) == "naïve café 🍺 ''?")
            #expect(row.blob(2) == bytes)
            #expect(row.real(3) == 0.1)
            #expect(row.text(4) == nil && row.integer(ifPresent: 4) == nil && row.integer(4) == 0 && row.real(4) == nil)
            #expect(row.blob(4) == [] && row.blob(5) == [])
            #expect(row.integer(6) == 1)
        }
        #expect(rows == 1)
    }

    @Test func `a zero character, which the server knows not, becomes the sign for what is no character`() throws {
        let connection = try open()
        try connection.each("SELECT ?::text", [.text("a\u{0}b")]) { #expect($0.text(0) == "a\u{FFFD}b") }
    }

    @Test(arguments: [
        ("SELECT 1", "SELECT 1", 0), ("a = ? AND b = ?", "a = $1 AND b = $2", 2),
        ("'it''s ?' ? \"?\"", "'it''s ?' $1 \"?\"", 1), ("'\"' ?", "'\"' $1", 1), ("é?", "é$1", 1), ("", "", 0),
    ])
    func `question marks are numbered, but not in quotes`(sql: String, text: String, count: Int) {
        let found = NumberedPlaceholders.text(of: sql)
        #expect(found.text == text && found.count == count)
    }

    // MARK: - Failures

    @Test func `what the server refuses says its code, and the session goes on`() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE one (id BIGINT PRIMARY KEY)")
        try connection.each("INSERT INTO one VALUES (?)", [.integer(1)]) { _ in }
        let found = error { try connection.each("INSERT INTO one VALUES (?)", [.integer(1)]) { _ in } }
        #expect(found?.state == "23505")
        #expect(found?.isLost == false && found?.isConflict == false)
        #expect(found.map { "\($0)" } == "duplicate key value violates unique constraint \"one_pkey\" (SQLSTATE 23505)")
        try connection.each("INSERT INTO one VALUES (?)", [.integer(2)]) { _ in }
    }

    @Test func `a COMMIT that the server makes a rollback of is an error`() throws {
        let connection = try open()
        try connection.execute("BEGIN")
        _ = error { try connection.execute("SELECT nothing") }
        #expect(error { try connection.execute("COMMIT") }?.message.contains("rolled back") == true)
    }

    @Test(arguments: [
        ("postgresql://beckon@127.0.0.1:1/x", "refused"), ("postgresql://beckon@/x?host=/nowhere", "/nowhere"),
        ("postgresql://beckon@127.0.0.1:port/x", "port"),
    ])
    func `a server that is not there is told by its place`(url: String, words: String) throws {
        let found = error { _ = try PostgreSQLConnection(url: url, password: "sesame", program: "t") }
        #expect(found?.isLost == true)
        let text = found.map { "\($0)" } ?? ""
        #expect(text.contains(words) && !text.contains("sesame") && !text.contains("\n"), "\(text)")
    }

    @Test func `a database that is not there says how to make it`() throws {
        let found = error { _ = try PostgreSQLConnection(url: server.address(of: "nothing"), program: "t") }
        #expect(found.map { "\($0)" }?.contains("\"nothing\" does not exist") == true)
        let encoded = try TemporaryPostgreSQL.shared.get()
        try encoded.sql("CREATE DATABASE latin ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'", in: "postgres")
        let other = error { _ = try PostgreSQLConnection(url: server.url(of: "latin"), program: "t") }
        #expect(other?.message.contains("createdb -T template0 -E UTF8") == true)
    }

    @Test func `TLS that is asked for and not had is refused`() throws {
        let address = server.address(of: "postgres")
        #expect(throws: Never.self) { _ = try PostgreSQLConnection(url: address, program: "t") }
        let found = error { _ = try PostgreSQLConnection(url: address + "?sslmode=require", program: "t") }
        #expect(found?.message.contains("SSL") == true)
    }

    @Test func `a session that the server ends is lost, and says so until another is opened`() throws {
        let connection = try open()
        try connection.execute("SELECT 1")
        try server.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'", in: "postgres")
        #expect(error { try connection.execute("SELECT 1") }?.isLost == true)
        #expect(error { try connection.each("SELECT ?::int", [.integer(1)]) { _ in } }?.isLost == true)
        try open().execute("SELECT 1")
    }

    @Test func `an answer that does not come in time ends the session`() throws {
        let connection = try open(patience: .seconds(2))
        let start = ContinuousClock.now
        let found = error { try connection.execute("SELECT pg_sleep(60)") }
        #expect(found?.isLost == true)
        #expect(ContinuousClock.now - start < .seconds(6))
        #expect(error { try connection.execute("SELECT 1") }?.isLost == true)
    }

    @Test func `two transactions in each other's way are a conflict, that can be done again`() throws {
        let first = try open()
        let second = try open()
        try first.execute("CREATE TABLE accounts (id BIGINT PRIMARY KEY, n BIGINT); INSERT INTO accounts VALUES (1, 0)")
        let begin = "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT n FROM accounts"
        try first.execute(begin)
        try second.execute(begin)
        try first.execute("UPDATE accounts SET n = n + 1; COMMIT")
        let found = error { try second.execute("UPDATE accounts SET n = n + 1") }
        #expect(found?.state == "40001")
        #expect(found?.isConflict == true && found?.isLost == false)
    }

    private var name: String { String(url.dropFirst("postgresql://beckon@/".count).prefix { $0 != "?" }) }
}
