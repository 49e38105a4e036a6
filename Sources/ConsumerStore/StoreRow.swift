import PostgreSQL
import SQLite

/// The row that a statement stands on, for the closure that it is lent to. (An enumeration of rows that cannot be copied
/// is more than the optimiser of Swift 6.3.1 can bear.)
enum StoreRow {
    case sqlite(SQLiteRow)
    case postgreSQL(PostgreSQLRow)

    /// The column's whole number; 0 where it is null. Of a truth value 1 or 0.
    func integer(_ column: Int32) -> Int64 {
        switch self {
        case .sqlite(let row): row.integer(column)
        case .postgreSQL(let row): row.integer(column)
        }
    }

    /// The column's whole number; `nil` where it is null.
    func integer(ifPresent column: Int32) -> Int64? {
        switch self {
        case .sqlite(let row): row.integer(ifPresent: column)
        case .postgreSQL(let row): row.integer(ifPresent: column)
        }
    }

    /// The column's number; `nil` where it is null.
    func real(_ column: Int32) -> Double? {
        switch self {
        case .sqlite(let row): row.real(column)
        case .postgreSQL(let row): row.real(column)
        }
    }

    /// The column's text; `nil` where it is null.
    func text(_ column: Int32) -> String? {
        switch self {
        case .sqlite(let row): row.text(column)
        case .postgreSQL(let row): row.text(column)
        }
    }

    /// The column's bytes; none where it is null.
    func blob(_ column: Int32) -> [UInt8] {
        switch self {
        case .sqlite(let row): row.blob(column)
        case .postgreSQL(let row): row.blob(column)
        }
    }
}
