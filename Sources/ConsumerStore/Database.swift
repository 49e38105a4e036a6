import SQL

/// A database of either engine. Both understand the statements of this module: `?` stands for a value, `INSERT … ON
/// CONFLICT …` for what may be there already. Used by one thread at a time.
protocol Database: AnyObject {
    /// The file, or the server and its database: for people.
    var place: String { get }
    /// The statement that a transaction begins with.
    static var begin: String { get }

    /// Brings the tables to the last of the schema's versions. A database of a newer program is refused.
    func migrate(_ steps: [String]) throws(StoreError)

    /// Takes the lease of a partition for as long as the session lives; `false`: another holds it.
    func lease(_ partition: Int) throws(StoreError) -> Bool

    /// Shows the other side that we are alive.
    func touch() throws(StoreError)

    /// What was overwritten may still stand in a log beside it: this empties that, as far as nobody is reading.
    func scrub() throws(StoreError)

    /// Runs statements separated by semicolons.
    func execute(_ sql: String) throws(StoreError)

    /// Runs one statement, and hands each of its rows to the body. Each text is prepared once.
    ///
    /// - Returns: how many rows it changed, where it is an INSERT, UPDATE or DELETE.
    @discardableResult
    func each(_ sql: String, _ values: [SQLValue], _ body: (borrowing StoreRow) -> Void) throws(StoreError) -> Int
}

extension Database {
    /// How often a transaction is begun that others are in the way of.
    private var attempts: Int { 5 }

    /// Runs one statement, and ignores what rows it gives.
    func run(_ sql: String, _ values: SQLValue...) throws(StoreError) { try each(sql, values) { _ in } }

    /// How many rows an INSERT, UPDATE or DELETE changes. A third of what a `RETURNING` costs SQLite (callgrind).
    func changes(_ sql: String, _ values: SQLValue...) throws(StoreError) -> Int { try each(sql, values) { _ in } }

    /// The first row's value, or `nil` where there is none. The statement runs to its end all the same.
    func first<Value>(
        _ sql: String, _ values: SQLValue..., row: (borrowing StoreRow) -> Value
    ) throws(StoreError) -> Value? {
        var first: Value?
        try each(sql, values) { if first == nil { first = row($0) } }
        return first
    }

    /// Every row's value, in order.
    func all<Value>(
        _ sql: String, _ values: SQLValue..., row: (borrowing StoreRow) -> Value
    ) throws(StoreError) -> [Value] {
        var all: [Value] = []
        try each(sql, values) { all.append(row($0)) }
        return all
    }

    /// All of the body's writes or, if it throws, none. Where another transaction is in the way the body runs again,
    /// from its beginning.
    func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        for attempt in 1... {
            do throws(StoreError) {
                try execute(Self.begin)
                try body()
                return try execute("COMMIT")
            } catch {
                // The engine may have rolled back by itself; then this one has nothing to say.
                try? execute("ROLLBACK")
                guard error.fault == .conflict, attempt < attempts else { throw error }
            }
        }
    }
}
