/// What the consumer's state may lie in.
package enum StoreEngine: CaseIterable, Sendable {
    case sqlite, postgreSQL

    /// The URL of a new, empty database of a real server; `nil`: a file does.
    package func newDatabase() throws -> String? {
        switch self {
        case .sqlite: nil
        case .postgreSQL: try TemporaryPostgreSQL.shared.get().newDatabase()
        }
    }
}
