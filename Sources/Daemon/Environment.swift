import Glibc

/// The variables that a process was started with.
public struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    private let value: @Sendable (String) -> String?

    /// Of this process.
    public static let process = Environment(value: { name in getenv(name).map { String(cString: $0) } })

    private init(value: @escaping @Sendable (String) -> String?) { self.value = value }

    /// Exactly these.
    public init(_ variables: [String: String]) { self.init(value: { variables[$0] }) }

    public init(dictionaryLiteral pairs: (String, String)...) {
        self.init(Dictionary(pairs) { _, last in last })
    }

    /// `nil` where the variable is missing or empty.
    public subscript(name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
}
