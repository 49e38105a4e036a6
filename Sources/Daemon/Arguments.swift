/// The options and operands that were given.
public struct Arguments: Sendable, Equatable {
    /// Of each option the last one.
    let values: [String: String]
    /// All, in order.
    let repeated: [String: [String]]
    /// What stood without a name, in order.
    public let operands: [String]

    /// The value of `--name`.
    public subscript(name: String) -> String? { values[name] }

    /// The value of `--name`, read by `parse`; `nil` where it was not given.
    ///
    /// - Parameter expected: what `parse` takes, for the message.
    public func value<Value>(
        _ name: String, as expected: String, _ parse: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = values[name] else { return nil }
        guard let value = parse(text) else { throw .invalid(name, text, expected: expected) }
        return value
    }

    /// Every value of `--name`, in order.
    public func all(_ name: String) -> [String] { repeated[name] ?? [] }

    /// Whether the flag `--name` was given.
    public func has(_ name: String) -> Bool { values[name] != nil }
}
