import PostgreSQL
import SQLite

/// What the store cannot do, and where.
public struct StoreError: Error, Hashable, Sendable {
    public enum Fault: Hashable, Sendable {
        /// Another transaction was in the way: the same one, from its beginning, may succeed.
        case conflict
        /// The session at the server has ended, and every lease with it: the store must be opened anew.
        case lost
        case other
    }

    /// The file, or the server and its database.
    public let place: String
    /// In the database's own words, with what to do.
    public let reason: String
    public let fault: Fault

    init(place: String, reason: String, fault: Fault = .other) {
        self.place = place
        self.reason = reason
        self.fault = fault
    }

    init(_ error: SQLiteError, in place: String) { self.init(place: place, reason: "\(error)") }

    init(_ error: PostgreSQLError, in place: String) {
        self.init(
            place: place, reason: "\(error)", fault: error.isLost ? .lost : error.isConflict ? .conflict : .other)
    }
}

extension StoreError: CustomStringConvertible {
    public var description: String { "\(place): \(reason)" }
}
