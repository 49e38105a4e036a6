import CPostgreSQL

/// What a statement gave.
final class PostgreSQLResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var isFailure: Bool { ![PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY].contains(PQresultStatus(handle)) }

    /// What was done: `ROLLBACK`.
    var tag: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }

    /// How many rows an INSERT, UPDATE or DELETE changed.
    var changed: Int { PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    var rows: Int32 { PQntuples(handle) }

    subscript(row: Int32) -> PostgreSQLRow { PostgreSQLRow(handle, row) }

    /// A field of an error, by its letter (protocol-error-fields of PostgreSQL's manual).
    func field(_ letter: Character) -> String? {
        guard let code = letter.asciiValue, let text = PQresultErrorField(handle, Int32(code)) else { return nil }
        return String(cString: text)
    }
}
