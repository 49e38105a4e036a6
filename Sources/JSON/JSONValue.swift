/// A JSON text as a value.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction that fits, however it was spelled: `5`, `5.0` and `5e0` are one value.
    case integer(Int64)
    /// Any other number; always finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// In the order of the text; no name twice.
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}

extension JSONValue {
    /// The member of that name, where this is an object that has one.
    public subscript(name: String) -> JSONValue? { object?.first { $0.name == name }?.value }

    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    public var int: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// Any number; integers beyond 2⁵³ lose their last digits.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    public var array: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    public var object: [Member]? {
        guard case .object(let value) = self else { return nil }
        return value
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON, on one line.
    public var description: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
