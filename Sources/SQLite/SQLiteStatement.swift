import CSQLite
import SQL

/// One prepared statement, finalized when it goes out of scope. Used over and over by one thread at a time.
struct SQLiteStatement: ~Copyable {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    init(_ sql: String, _ connection: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw SQLiteError(code, code == SQLITE_OK ? nil : connection) }
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs it, and hands each row to the body. - Parameter parameters: one value a question mark.
    func run(
        _ parameters: [SQLValue], _ body: (borrowing SQLiteRow) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        precondition(parameters.count == Int(sqlite3_bind_parameter_count(handle)), "one value a question mark")
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in parameters.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(SQLiteRow(handle))
            case SQLITE_DONE: return
            case let code: throw SQLiteError(code, connection)
            }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) throws(SQLiteError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .real(let number): sqlite3_bind_double(handle, index, number)
            case .text(let text):
                text.utf8.span.withUnsafeBytes {
                    beckon_bind_text(handle, index, $0.baseAddress, Int32(clamping: $0.count))
                }
            case .blob(let bytes): beckon_bind_blob(handle, index, bytes, Int32(clamping: bytes.count))
            }
        guard code == SQLITE_OK else { throw SQLiteError(code, connection) }
    }
}
