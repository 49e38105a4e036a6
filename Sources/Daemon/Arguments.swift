/// The options that were given.
public struct Arguments: Sendable, Equatable {
    let values: [String: String]

    /// The value of `--name`.
    public subscript(name: String) -> String? { values[name] }

    /// Whether the flag `--name` was given.
    public func has(_ name: String) -> Bool { values[name] != nil }
}
