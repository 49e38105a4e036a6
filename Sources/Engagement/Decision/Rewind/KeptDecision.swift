/// A decision as it was kept, as far as it can be made again.
public struct KeptDecision: Hashable, Sendable {
    /// Unix milliseconds.
    public let at: Int64
    public let user: String
    public let site: String
    /// `nil`: the store.
    public let zone: String?
    /// The store visit.
    public let visit: String
    public let trigger: Opportunity.Trigger
    /// Time in the zone, milliseconds.
    public let dwell: Int64
    /// `nil`: a notification was sent.
    public let reason: Suppression?
    /// That was told; `nil`: none, or it did not arrive, and counts for nothing.
    public let item: String?

    public init(
        at: Int64, user: String, site: String, zone: String?, visit: String, trigger: Opportunity.Trigger,
        dwell: Int64, reason: Suppression?, item: String?
    ) {
        self.at = at
        self.user = user
        self.site = site
        self.zone = zone
        self.visit = visit
        self.trigger = trigger
        self.dwell = dwell
        self.reason = reason
        self.item = item
    }
}
