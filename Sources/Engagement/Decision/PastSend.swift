/// A notification that a user got, or may have got.
public struct PastSend: Hashable, Sendable {
    /// Unix milliseconds.
    public var at: Int64
    /// The store visit.
    public var visit: String
    public var item: String

    public init(at: Int64, visit: String, item: String) {
        self.at = at
        self.visit = visit
        self.item = item
    }
}
