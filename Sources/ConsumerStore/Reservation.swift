/// A notification that is about to be sent, with what is needed to send it again after a crash.
public struct Reservation: Hashable, Sendable {
    /// The notification's.
    public let id: String
    public let user: String
    public let site: String
    /// The store visit.
    public let visit: String
    public let item: String
    /// Unix milliseconds.
    public let at: Int64
    /// Unix milliseconds: no attempt begins later.
    public let expiresAt: Int64
    /// As it goes out.
    public let payload: [UInt8]

    public init(
        id: String, user: String, site: String, visit: String, item: String, at: Int64, expiresAt: Int64,
        payload: [UInt8]
    ) {
        self.id = id
        self.user = user
        self.site = site
        self.visit = visit
        self.item = item
        self.at = at
        self.expiresAt = expiresAt
        self.payload = payload
    }
}
