/// What concerns a person's commands.
public struct CLISettings: Hashable, Sendable {
    /// How they reach the broker.
    public var broker = BrokerSettings()

    public init() {}
}
