public import Messages
public import SQLite

/// An outbox that no gateway works on, to look at.
public struct OutboxFile: ~Copyable {
    private let connection: SQLiteConnection

    public init(path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, isReadOnly: true)
    }

    public func report() throws(SQLiteError) -> OutboxReport { try connection.outboxReport(after: -1) }
}
