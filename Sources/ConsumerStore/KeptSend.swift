public import Engagement

/// A notification as it was kept.
public struct KeptSend: Hashable, Sendable {
    /// The notification's.
    public let id: String
    public let user: String
    public let site: String
    public let send: PastSend
}
