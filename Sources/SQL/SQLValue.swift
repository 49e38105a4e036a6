/// What a column holds and a parameter takes.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    public static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }

    public static func integer(orNull value: Int64?) -> SQLValue { value.map(SQLValue.integer) ?? .null }

    public static func real(orNull value: Double?) -> SQLValue { value.map(SQLValue.real) ?? .null }

    public static func text(orNull value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }
}
