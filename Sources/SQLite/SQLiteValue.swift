/// What a column holds and a parameter takes.
public enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    public static func integer(_ value: Int) -> SQLiteValue { .integer(Int64(value)) }

    public static func integer(orNull value: Int64?) -> SQLiteValue { value.map(SQLiteValue.integer) ?? .null }

    public static func real(orNull value: Double?) -> SQLiteValue { value.map(SQLiteValue.real) ?? .null }

    public static func text(orNull value: String?) -> SQLiteValue { value.map(SQLiteValue.text) ?? .null }
}
