import Foundation
import SQL
import SQLite
import Testing

@Suite struct SQLiteTests {
    /// A folder of its own for each test.
    final class Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "beckon-\(UUID())").path
        var database: String { path + "/test.sqlite" }

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `every kind of value comes back as it went in`() throws {
        let connection = try SQLiteConnection(path: folder.database)
        try connection.execute("CREATE TABLE kinds (number, content, bytes, empty)")
        let text = "naïve \u{0} café 🍺"
        try connection.run(
            "INSERT INTO kinds VALUES (?, ?, ?, ?)", .integer(Int64.min), .text(text), .blob([0, 255]), .null)
        let row = try connection.first("SELECT * FROM kinds") { row throws(SQLiteError) in
            (row.integer(0), row.text(1), row.blob(2), row.text(3))
        }
        #expect(row?.0 == .min && row?.1 == text && row?.2 == [0, 255] && row?.3 == nil)
    }

    @Test func `an error carries SQLite's own words`() throws {
        let connection = try SQLiteConnection(path: folder.database)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELEKT 1") }
        #expect(error?.message == "near \"SELEKT\": syntax error")
        try connection.execute("CREATE TABLE ids (id INTEGER PRIMARY KEY); INSERT INTO ids VALUES (1)")
        let twice = #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO ids VALUES (1)") }
        #expect(twice?.message == "UNIQUE constraint failed: ids.id")
        #expect(throws: SQLiteError.self) { _ = try SQLiteConnection(path: folder.path + "/none/test.sqlite") }
    }

    @Test func `a transaction that throws leaves nothing`() throws {
        let connection = try SQLiteConnection(path: folder.database)
        try connection.execute("CREATE TABLE ids (id INTEGER PRIMARY KEY)")
        #expect(throws: SQLiteError.self) {
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute("INSERT INTO ids VALUES (1)")
                try connection.execute("INSERT INTO ids VALUES (1)")
            }
        }
        try connection.transaction { () throws(SQLiteError) in try connection.execute("INSERT INTO ids VALUES (7)") }
        let ids = try connection.all("SELECT id FROM ids") { row throws(SQLiteError) in row.integer(0) }
        #expect(ids == [7])
    }

    @Test func `migrations run once each, and a newer file is refused`() throws {
        let steps = ["CREATE TABLE one (id)", "CREATE TABLE two (id); INSERT INTO two VALUES (1)"]
        try SQLiteConnection(path: folder.database).migrate([steps[0]])
        let connection = try SQLiteConnection(path: folder.database)
        try connection.migrate(steps)
        try connection.migrate(steps)
        let rows = try connection.first("SELECT count(*) FROM two") { row throws(SQLiteError) in row.integer(0) }
        #expect(rows == 1)
        #expect(throws: SQLiteError.self) { try connection.migrate([steps[0]]) }
    }

    @Test func `a database is durable: write-ahead log, full synchronisation`() throws {
        let connection = try SQLiteConnection(path: folder.database)
        let mode = try connection.first("PRAGMA journal_mode") { row throws(SQLiteError) in row.text(0) }
        let level = try connection.first("PRAGMA synchronous") { row throws(SQLiteError) in row.integer(0) }
        #expect(mode == "wal" && level == 2)
    }

    @Test func `a file that is no database says so`() throws {
        try Data("This is not the database that you are looking for.".utf8).write(
            to: URL(filePath: folder.database))
        let error = #expect(throws: SQLiteError.self) { _ = try SQLiteConnection(path: folder.database) }
        #expect(error?.isCorrupt == true)
    }

    @Test func `damage inside the file is found`() throws {
        do {
            let connection = try SQLiteConnection(path: folder.database)
            try connection.execute("CREATE TABLE words (word TEXT); CREATE INDEX by_word ON words (word)")
            try connection.transaction { () throws(SQLiteError) in
                for number in 0..<5000 {
                    try connection.run("INSERT INTO words VALUES (?)", .text("word \(number)"))
                }
            }
            try connection.check()
        }
        var bytes = try Data(contentsOf: URL(filePath: folder.database))
        for index in 8192..<16_384 { bytes[index] = 0xA5 }
        try bytes.write(to: URL(filePath: folder.database))
        let connection = try SQLiteConnection(path: folder.database)
        let error = #expect(throws: SQLiteError.self) { try connection.check() }
        #expect(error?.isCorrupt == true)
    }
}
