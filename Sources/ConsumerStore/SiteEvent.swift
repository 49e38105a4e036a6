/// A message about a visit that the broker has not acknowledged.
public struct SiteEvent: Hashable, Sendable {
    /// The event's, unique.
    public let id: String
    /// In the order in which they happened.
    public let number: Int64
    public let topic: String
    /// JSON.
    public let payload: String

    public init(id: String, number: Int64, topic: String, payload: String) {
        self.id = id
        self.number = number
        self.topic = topic
        self.payload = payload
    }
}
