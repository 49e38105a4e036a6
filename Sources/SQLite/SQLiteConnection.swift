import CSQLite
public import SQL

/// One open database file, closed when it goes out of scope. Used by one thread at a time.
///
/// In WAL mode with `synchronous=FULL`: what a transaction committed is on disk.
public struct SQLiteConnection: ~Copyable {
    private let handle: OpaquePointer
    private let statements = StatementCache()

    /// Opens or makes the file.
    ///
    /// - Parameters:
    ///   - busyTimeout: how long to wait for another process's lock.
    ///   - exclusive: locks the file for as long as it is open; then it needs no shared memory beside it.
    ///   - isReadOnly: the file must be there, and stays as it is.
    public init(
        path: String, busyTimeout: Duration = .seconds(5), exclusive: Bool = false, isReadOnly: Bool = false
    ) throws(SQLiteError) {
        var handle: OpaquePointer?
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(code, handle)
            sqlite3_close_v2(handle)
            throw error
        }
        sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.components.seconds * 1000))
        do throws(SQLiteError) {
            let locking = exclusive ? "PRAGMA locking_mode=EXCLUSIVE; " : ""
            let pragmas = locking + "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON"
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

    /// Runs one statement, and hands each of its rows to the body. Like the others it prepares each text once.
    ///
    /// - Parameter parameters: one value a question mark.
    public func each(
        _ sql: String, _ parameters: [SQLValue], _ body: (borrowing SQLiteRow) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        try statements.statement(sql, handle).run(parameters, body)
    }

    /// How many rows the last INSERT, UPDATE or DELETE changed.
    public var changed: Int { Int(sqlite3_changes64(handle)) }

    /// Runs one statement, and ignores what rows it gives.
    public func run(_ sql: String, _ parameters: SQLValue...) throws(SQLiteError) {
        try each(sql, parameters) { _ throws(SQLiteError) in }
    }

    /// The first row's value, or `nil` where there is none. The statement runs to its end all the same.
    public func first<Value>(
        _ sql: String, _ parameters: SQLValue..., row: (borrowing SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        var first: Value?
        try each(sql, parameters) { found throws(SQLiteError) in
            if first == nil { first = try row(found) }
        }
        return first
    }

    /// Every row's value, in order.
    public func all<Value>(
        _ sql: String, _ parameters: SQLValue..., row: (borrowing SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        var values: [Value] = []
        try each(sql, parameters) { found throws(SQLiteError) in
            values.append(try row(found))
        }
        return values
    }

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
        let version = try first("PRAGMA user_version") { row throws(SQLiteError) in row.integer(0) } ?? 0
        guard (0...Int64(steps.count)).contains(version) else {
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

    /// Reads every page, and throws `SQLITE_CORRUPT` with what is wrong.
    public func check() throws(SQLiteError) {
        let answer = try first("PRAGMA quick_check(1)") { row throws(SQLiteError) in row.text(0) ?? "" }
        guard answer == "ok" else { throw SQLiteError(code: SQLITE_CORRUPT, message: answer ?? "no answer") }
    }
}

/// The statements of one connection by their text; used by the thread that uses the connection.
private final class StatementCache {
    private var statements: [StatementText: CachedStatement] = [:]

    func statement(_ sql: String, _ connection: OpaquePointer) throws(SQLiteError) -> CachedStatement {
        let text = StatementText(sql: sql)
        if let known = statements[text] { return known }
        let statement = CachedStatement(try SQLiteStatement(sql, connection))
        statements[text] = statement
        return statement
    }
}

/// Found by its length: the same literal is equal to itself at once, where hashing it takes as long as a small statement.
private struct StatementText: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
}

/// A dictionary holds no values that cannot be copied, but it holds this.
private final class CachedStatement {
    private let statement: SQLiteStatement

    init(_ statement: consuming SQLiteStatement) { self.statement = statement }

    func run(
        _ parameters: [SQLValue], _ body: (borrowing SQLiteRow) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        try statement.run(parameters, body)
    }
}
