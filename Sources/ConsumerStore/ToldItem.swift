/// A notification that a user got, with what it said.
public struct ToldItem: Hashable, Sendable {
    /// The notification's id.
    public let id: String
    public let user: String
    public let item: String
    /// Unix milliseconds.
    public let at: Int64
    /// The notification as it was sent.
    public let payload: [UInt8]
}
