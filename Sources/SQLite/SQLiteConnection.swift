import CSQLite

/// One open database file, closed when it goes out of scope. Used by one thread at a time.
///
/// In WAL mode with `synchronous=FULL`: what a transaction committed is on disk.
public struct SQLiteConnection: ~Copyable {
    private let handle: OpaquePointer

    /// Opens or makes the file. - Parameter busyTimeout: how long to wait for another process's lock.
    public init(path: String, busyTimeout: Duration = .seconds(5)) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(code, handle)
            sqlite3_close_v2(handle)
            throw error
        }
        sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.components.seconds * 1000))
        do throws(SQLiteError) {
            let pragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON"
            try Self.execute(pragmas, handle)
        } catch {
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
    }

    /// A zombie until its last statement is finalized: the order of going out of scope does not matter.
    deinit { sqlite3_close_v2(handle) }

    /// Runs statements separated by semicolons.
    public func execute(_ sql: String) throws(SQLiteError) { try Self.execute(sql, handle) }

    private static func execute(_ sql: String, _ handle: OpaquePointer) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, handle) }
    }

    public func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement { try SQLiteStatement(sql, handle) }

    /// Rows that the last insert, update or delete touched.
    public var changes: Int { Int(sqlite3_changes64(handle)) }

    /// All of the body's writes or, if it throws, none.
    public func transaction<Result: ~Copyable>(
        _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some errors; then this one has nothing to say.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Brings the file to the last of the schema's versions, each one step of statements, counted in `user_version`.
    ///
    /// A file of a newer program is refused.
    public func migrate(_ steps: [String]) throws(SQLiteError) {
        let version = try prepare("PRAGMA user_version").first { row throws(SQLiteError) in row.integer(0) } ?? 0
        guard version <= steps.count else {
            throw SQLiteError(
                code: SQLITE_SCHEMA, message: "the file's version is \(version), this program knows \(steps.count)")
        }
        for (index, step) in steps.enumerated().dropFirst(Int(version)) {
            try transaction { () throws(SQLiteError) in
                try execute(step)
                try execute("PRAGMA user_version=\(index + 1)")
            }
        }
    }

    /// Reads every page: what is wrong with the file, or `nil`.
    public func fault() throws(SQLiteError) -> String? {
        let answer = try prepare("PRAGMA quick_check(1)").first { row throws(SQLiteError) in row.text(0) }
        return answer.flatMap { $0 } == "ok" ? nil : answer.flatMap { $0 }
    }
}
