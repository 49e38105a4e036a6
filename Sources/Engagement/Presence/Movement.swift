/// Someone came, moved to another zone, or left: what the site tells the world.
public struct Movement: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case entered
        case moved(from: String?)
        case left(EndReason)
    }

    /// Why a store visit has ended.
    public enum EndReason: String, Sendable, CaseIterable {
        /// Nobody has heard them for half an hour.
        case timeout
        /// The last gateway that had them will not come back.
        case gatewayLost = "gateway_lost"
    }

    public let kind: Kind
    /// As it was then, with the zone.
    public let visit: StoreVisit
    /// Unix milliseconds: when it happened. Never goes back within a visit.
    public let at: Int64
}
