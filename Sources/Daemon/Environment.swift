import Glibc

/// The variables that a process was started with.
public struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    private let value: @Sendable (String) -> String?

    /// Of this process.
    public static let process = Environment { name in getenv(name).map { String(cString: $0) } }

    private init(_ value: @escaping @Sendable (String) -> String?) { self.value = value }

    /// Exactly these.
    public init(dictionaryLiteral pairs: (String, String)...) {
        let variables = Dictionary(pairs) { _, last in last }
        self.init { variables[$0] }
    }

    /// `nil` where the variable is missing or empty.
    public subscript(name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
}
