/// Where in the broker's tree our topics begin.
public struct TopicSettings: Hashable, Sendable {
    /// Of everything but personal topics; the number is the major version of the contract.
    public var base = "beckon/v1"
    /// Of personal topics.
    public var users = "beckon-user/v1"

    public init() {}
}

extension TopicSettings {
    mutating func read(_ section: Section) {
        section.read("base", into: &base, .topic)
        section.read("users", into: &users, .topic)
    }
}
