import Foundation
import TestSupport

@testable import ConsumerStore

extension StoreEngine {
    /// Every table of the store, row by row.
    func everything(in store: borrowing ConsumerStore) throws -> [String: String] {
        let database = store.database
        let sql =
            switch self {
            case .sqlite:
                """
                SELECT t.name, c.name, c.type FROM sqlite_master AS t, pragma_table_info(t.name) AS c
                WHERE t.type = 'table'
                """
            case .postgreSQL:
                """
                SELECT table_name, column_name, data_type FROM information_schema.columns
                WHERE table_schema = current_schema()
                """
            }
        let columns = try database.all(sql) { ($0.text(0) ?? "", $0.text(1) ?? "", $0.text(2) ?? "") }
        var tables: [String: String] = [:]
        for (table, column, type) in columns {
            let text = type == "bytea" ? "encode(\"\(column)\", 'escape')" : "CAST(\"\(column)\" AS TEXT)"
            let values = try database.all("SELECT \(text) FROM \"\(table)\"") { $0.text(0) ?? "" }
            tables[table, default: ""] += values.joined(separator: "\n") + "\n"
        }
        return tables
    }
}

/// A database of its own for each test, that can be opened again and again.
final class Place {
    /// Of SQLite.
    var file: String { folder + "/consumer.sqlite" }
    /// Of PostgreSQL.
    let url: String?
    private let folder = FileManager.default.temporaryDirectory.appending(path: "beckon-\(UUID())").path

    init(_ engine: StoreEngine) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        url = try engine.newDatabase()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open(now: Int64 = 0) throws -> ConsumerStore {
        if let url { return try ConsumerStore(url: url, password: nil, holder: "test") }
        return try ConsumerStore(path: file, now: now)
    }
}
