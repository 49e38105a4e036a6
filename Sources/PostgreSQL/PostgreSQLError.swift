import CPostgreSQL

/// What PostgreSQL refused, with its own words and what to do.
public struct PostgreSQLError: Error, Hashable, Sendable {
    /// The code of the SQL standard (appendix A of PostgreSQL's manual); empty where the server has not answered.
    public let state: String
    public let message: String
    /// The session has ended.
    public let isLost: Bool

    /// Another transaction was in the way: the same one, from its beginning, may succeed. Serialization failure,
    /// deadlock, a lock that was not had in time.
    public var isConflict: Bool { ["40001", "40P01", "55P03"].contains(state) }

    /// The disk is full.
    public var isFull: Bool { state == "53100" }

    init(message: String, isLost: Bool = false, state: String = "") {
        self.state = state
        self.message = message
        self.isLost = isLost
    }

    /// A connection that was not made, or on which nothing comes or goes any more.
    init(lost connection: OpaquePointer) {
        let text = Self.text(connection)
        let isDistrusted = text.contains("certificate verify failed")
        self.init(message: isDistrusted ? "\(text); \(Self.distrust)" : text, isLost: true)
    }

    private static let distrust = """
        the server's certificate has expired, or is not of the authority that sslrootcert of the URL names
        """

    init(_ result: PostgreSQLResult, _ connection: OpaquePointer) {
        let message = result.field("M") ?? Self.text(connection)
        let hint = result.field("H").map { " (\($0))" } ?? ""
        let isFatal = ["FATAL", "PANIC"].contains(result.field("V"))
        // The detail may name persons.
        self.init(
            message: message + hint, isLost: isFatal || PQstatus(connection) == CONNECTION_BAD,
            state: result.field("C") ?? "")
    }

    /// What the library said last, in one line.
    private static func text(_ connection: OpaquePointer) -> String {
        let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
        return lines.isEmpty ? "the connection is lost" : lines.joined(separator: "; ")
    }

    /// By the code, or its first two letters.
    private static let advice = [
        "25006": "this server is a standby: name all servers in the URL, with target_session_attrs=read-write",
        "28": "see user and password, and the server's pg_hba.conf",
        "3D": "make it: createdb -T template0 -E UTF8 -O USER DATABASE",
        "42501": "the user must own the database: ALTER DATABASE … OWNER TO …",
        "53100": "make room on the server's disk",
        "53300": "raise max_connections at the server",
        "57P03": "the server is starting or stopping",
    ]
}

extension PostgreSQLError: CustomStringConvertible {
    public var description: String {
        let advice = (Self.advice[state] ?? Self.advice[String(state.prefix(2))]).map { "; \($0)" } ?? ""
        return message + (state.isEmpty ? "" : " (SQLSTATE \(state))") + advice
    }
}
