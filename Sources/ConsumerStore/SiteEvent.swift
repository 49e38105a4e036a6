public import Messages

/// What is to be told of a visit, and the broker has not acknowledged.
public struct SiteEvent: Hashable, Sendable {
    /// In the order in which they happened.
    public let number: Int64
    public let visit: SiteVisit

    public init(number: Int64, visit: SiteVisit) {
        self.number = number
        self.visit = visit
    }
}
