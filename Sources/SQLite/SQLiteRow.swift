import CSQLite

/// The row that a statement stands on, for the closure that it is lent to.
public struct SQLiteRow {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    /// The column's whole number; 0 where it is null.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// The column's whole number; `nil` where it is null.
    public func integer(ifPresent column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// The column's number; `nil` where it is null.
    public func real(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(handle, column)
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// The column's text; `nil` where it is null.
    public func text(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The column's bytes; none where it is null.
    public func blob(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
