/// How long the consumer keeps what it knows of persons.
public struct Retention: Hashable, Sendable {
    /// Who is, or was, in a store.
    public var presence: Duration = .seconds(86_400)
    public var decisions: Duration = .seconds(90 * 86_400)
    /// What was sent, and what came back on it.
    public var sends: Duration = .seconds(180 * 86_400)

    public init() {}
}
