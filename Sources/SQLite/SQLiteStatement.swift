import CSQLite

/// One prepared statement, finalized when it goes out of scope. Used over and over by one thread at a time.
public struct SQLiteStatement: ~Copyable {
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

    /// Runs a statement and ignores what rows it gives.
    public func run(_ parameters: SQLiteValue...) throws(SQLiteError) {
        try each(parameters) { _ throws(SQLiteError) in }
    }

    /// The first row's, or `nil` where there is none.
    public func first<Value>(
        _ parameters: SQLiteValue..., row: (borrowing SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        var first: Value?
        try each(parameters) { found throws(SQLiteError) in
            if first == nil { first = try row(found) }
        }
        return first
    }

    /// Every row's, in order.
    public func all<Value>(
        _ parameters: SQLiteValue..., row: (borrowing SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        var values: [Value] = []
        try each(parameters) { found throws(SQLiteError) in values.append(try row(found)) }
        return values
    }

    private func each(
        _ parameters: [SQLiteValue], _ body: (borrowing SQLiteRow) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        precondition(parameters.count == Int(sqlite3_bind_parameter_count(handle)), "one value a parameter")
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

    private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .real(let number): sqlite3_bind_double(handle, index, number)
            case .text(let text): beckon_bind_text(handle, index, text, Int32(clamping: text.utf8.count))
            case .blob(let bytes): beckon_bind_blob(handle, index, bytes, Int32(clamping: bytes.count))
            }
        guard code == SQLITE_OK else { throw SQLiteError(code, connection) }
    }
}

/// The row that a statement stands on; cannot outlive the closure that it is handed to.
public struct SQLiteRow: ~Copyable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    /// The column's whole number; 0 where it is null.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// The column's text; `nil` where it is null.
    public func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
        return String(decoding: blob(column), as: UTF8.self)
    }

    /// The column's bytes; none where it is null.
    public func blob(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
