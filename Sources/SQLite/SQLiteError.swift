import CSQLite

/// What SQLite refused, with its own words.
public struct SQLiteError: Error, Hashable, Sendable {
    /// The extended result code (sqlite.org/rescode.html).
    public let code: Int32
    public let message: String

    /// The file is damaged, or no database at all.
    public var isCorrupt: Bool { code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB }

    /// A statement does not fit what the file says of its own tables.
    public var isMismatch: Bool { code & 0xFF == SQLITE_ERROR }

    /// The disk is full, or the file has reached the size that it may have.
    public var isFull: Bool { code & 0xFF == SQLITE_FULL || code == Self.sharedMemorySize }

    /// SQLITE_IOERR_SHMSIZE, a macro with arithmetic: no room for the index of the log.
    private static let sharedMemorySize = SQLITE_IOERR | 19 << 8

    init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// The last error of a connection.
    init(_ code: Int32, _ connection: OpaquePointer?) {
        if let connection {
            self.init(
                code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)))
        } else {
            self.init(code: code, message: String(cString: sqlite3_errstr(code)))
        }
    }
}

extension SQLiteError: CustomStringConvertible {
    public var description: String { "\(message) (SQLite \(code))" }
}
