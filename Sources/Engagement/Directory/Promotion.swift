/// An offer on one item of one site.
public struct Promotion: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// A price for one.
        case singlePrice = "single_price"
        /// A price for several, which some jurisdictions forbid.
        case multiBuy = "multi_buy"
    }

    public let id: String
    public let site: String
    /// An item's id.
    public let item: String
    public let kind: Kind
    /// What the shopper reads, `-20 %`.
    public let label: String
    /// From the first until just before the second, Unix milliseconds.
    public let window: Range<Int64>
    /// The higher wins.
    public let priority: Int

    public init(
        id: String, site: String, item: String, kind: Kind = .singlePrice, label: String, window: Range<Int64>,
        priority: Int = 0
    ) {
        self.id = id
        self.site = site
        self.item = item
        self.kind = kind
        self.label = label
        self.window = window
        self.priority = priority
    }
}

extension Promotion {
    /// Whether shoppers of `site` may be told of it now: one that does not hold is left out, not a reason to be silent.
    ///
    /// - Parameter now: Unix milliseconds.
    public func holds(at site: String, now: Int64, under jurisdiction: Jurisdiction) -> Bool {
        guard self.site == site, window.contains(now), jurisdiction.notifications == .promo else { return false }
        return switch jurisdiction.promotions {
        case .none: false
        case .singlePrice: kind == .singlePrice
        case .full: true
        }
    }
}
