/// What a shopper did with what they were told of, or without being told.
public struct Feedback: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Opened the item's page.
        case opened
        /// *Not for me.*
        case dismissed
        case bought
        /// 1 … 5 stars.
        case rated(stars: Int)
        /// Wants to be told nothing more.
        case optedOut
    }

    /// Names it: the same in every repeat.
    public var id: String
    public var user: String
    /// `nil`: it is about no item.
    public var item: String?
    /// The notification that it answers; `nil`: none.
    public var notification: String?
    public var kind: Kind
    /// Unix milliseconds.
    public var at: Int64

    public init(id: String, user: String, item: String?, notification: String? = nil, kind: Kind, at: Int64) {
        self.id = id
        self.user = user
        self.item = item
        self.notification = notification
        self.kind = kind
        self.at = at
    }
}

extension Feedback.Kind {
    /// How it is written, without the stars.
    public var name: String {
        switch self {
        case .opened: "opened"
        case .dismissed: "dismissed"
        case .bought: "bought"
        case .rated: "rated"
        case .optedOut: "opted_out"
        }
    }

    /// - Parameter stars: of `rated`, which without any of 1 … 5 is `nil`, as every other name is.
    public init?(name: String, stars: Int?) {
        switch name {
        case "opened": self = .opened
        case "dismissed": self = .dismissed
        case "bought": self = .bought
        case "opted_out": self = .optedOut
        case "rated":
            guard let stars, (1...5).contains(stars) else { return nil }
            self = .rated(stars: stars)
        default: return nil
        }
    }

    public var stars: Int? { if case .rated(let stars) = self { stars } else { nil } }
}
