import CPostgreSQL
import Glibc
public import SQL

/// One session at a PostgreSQL server, closed when it goes out of scope. Used by one thread at a time.
///
/// A session that has ended does not come back: every further call throws, and its owner opens another.
public struct PostgreSQLConnection: ~Copyable {
    private let handle: OpaquePointer
    private let statements = PreparedStatements()
    /// The longest that an answer may take.
    private let patience: Duration

    /// The oldest server that has `idle_session_timeout`.
    private static let oldest: Int32 = 140_000

    /// - Parameters:
    ///   - url: `postgresql://USER@HOST[:PORT]/DATABASE[?sslmode=verify-full&…]`, with everything that libpq knows.
    ///   - password: needs not be in the URL; never shows in an error.
    ///   - program: as the server's list of sessions shows us.
    ///   - patience: the longest that connecting to one host, and then any one answer, may take. At least 2 s.
    public init(
        url: String, password: String? = nil, program: String, patience: Duration = .seconds(10)
    ) throws(PostgreSQLError) {
        let seconds = max(patience.components.seconds, 2)
        // The URL stands between: what comes before it may be said otherwise there, and what comes after it may not.
        var options = [
            ("connect_timeout", "\(seconds)"), ("application_name", program), ("keepalives_idle", "\(seconds)"),
            ("tcp_user_timeout", "\(seconds * 1000)"), ("dbname", url), ("client_encoding", "UTF8"),
        ]
        if let password { options.append(("password", password)) }
        let handle = CStrings(options.map(\.0)).withPointers { keys in
            CStrings(options.map(\.1)).withPointers { values in PQconnectdbParams(keys, values, 1) }
        }
        guard let handle else { throw PostgreSQLError(message: "no memory for a connection", isLost: true) }
        do throws(PostgreSQLError) {
            try Self.check(handle)
        } catch {
            PQfinish(handle)
            throw error
        }
        // Otherwise the library writes what the server remarks to standard error.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        self.handle = handle
        self.patience = patience
    }

    deinit { PQfinish(handle) }

    private static func check(_ handle: OpaquePointer) throws(PostgreSQLError) {
        guard PQstatus(handle) == CONNECTION_OK else { throw PostgreSQLError(lost: handle) }
        guard PQserverVersion(handle) >= oldest else {
            throw PostgreSQLError(message: "the server is too old; PostgreSQL 14 or newer is needed", isLost: false)
        }
        let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? "?"
        guard encoding == "UTF8" else {
            throw PostgreSQLError(
                message: "the database's encoding is \(encoding); make it anew with createdb -T template0 -E UTF8",
                isLost: false)
        }
    }

    /// `HOST:PORT/DATABASE`; for people, without user and password. The host of a local socket is its folder.
    public var server: String {
        func text(_ part: UnsafeMutablePointer<CChar>?) -> String { part.map { String(cString: $0) } ?? "?" }
        return "\(text(PQhost(handle))):\(text(PQport(handle)))/\(text(PQdb(handle)))"
    }

    /// Runs statements separated by semicolons.
    public func execute(_ sql: String) throws(PostgreSQLError) {
        guard PQsendQuery(handle, sql) == 1 else { throw PostgreSQLError(lost: handle) }
        let answer = try answer()
        // What the server makes of COMMIT when a statement before it has failed.
        if sql == "COMMIT", answer.tag == "ROLLBACK" {
            throw PostgreSQLError(message: "the transaction was rolled back: a statement in it had failed")
        }
    }

    /// Runs one statement, and hands each of its rows to the body. Each text is prepared once.
    ///
    /// - Parameter parameters: one value a question mark.
    /// - Returns: how many rows it changed, where it is an INSERT, UPDATE or DELETE.
    @discardableResult
    public func each(
        _ sql: String, _ parameters: [SQLValue], _ body: (borrowing PostgreSQLRow) -> Void
    ) throws(PostgreSQLError) -> Int {
        let statement = try prepared(sql)
        precondition(parameters.count == statement.parameters, "one value a question mark")
        let isSent = PostgreSQLParameters(parameters).withPointers { values, lengths, formats in
            PQsendQueryPrepared(handle, statement.name, Int32(parameters.count), values, lengths, formats, 0)
        }
        guard isSent == 1 else { throw PostgreSQLError(lost: handle) }
        let answer = try answer()
        for index in 0..<answer.rows { body(answer[index]) }
        return answer.changed
    }

    private func prepared(_ sql: String) throws(PostgreSQLError) -> PreparedStatements.Statement {
        if let known = statements[sql] { return known }
        let (text, count) = NumberedPlaceholders.text(of: sql)
        let statement = PreparedStatements.Statement(name: statements.newName, parameters: count)
        guard PQsendPrepare(handle, statement.name, text, 0, nil) == 1 else { throw PostgreSQLError(lost: handle) }
        _ = try answer()
        statements[sql] = statement
        return statement
    }

    /// Waits for the answer to what was sent, to its end. - Returns: the last statement's.
    private func answer() throws(PostgreSQLError) -> PostgreSQLResult {
        let deadline = ContinuousClock.now + patience
        var last: PostgreSQLResult?
        while true {
            while PQisBusy(handle) == 1 {
                try waitForInput(until: deadline)
                guard PQconsumeInput(handle) == 1 else { throw PostgreSQLError(lost: handle) }
            }
            guard let next = PQgetResult(handle) else { break }
            // A failed one is the last.
            last = PostgreSQLResult(next)
        }
        guard let last else { throw PostgreSQLError(lost: handle) }
        if last.isFailure { throw PostgreSQLError(last, handle) }
        return last
    }

    private func waitForInput(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        var polled = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        let left = max((deadline - .now).components.seconds * 1000 + 1000, 0)
        guard poll(&polled, 1, Int32(clamping: left)) == 0 else { return }
        // What comes later is nobody's answer.
        shutdown(PQsocket(handle), Int32(SHUT_RDWR))
        throw PostgreSQLError(
            message: "no answer within \(patience.components.seconds) s; the session is given up", isLost: true)
    }
}
