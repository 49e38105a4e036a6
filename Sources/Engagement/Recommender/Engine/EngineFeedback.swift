public import JSON
import Messages

/// What a visitor did with a suggestion, for the engine to learn from: one event of `POST /v1/feedback`.
public struct EngineFeedback: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case shown, opened, dismissed, purchased, rated
        case optedOut = "opted_out"
    }

    /// The same whenever it is sent: the engine counts it once.
    public var id: String
    public var kind: Kind
    public var user: String
    /// `nil`: of no item, as an opt-out.
    public var item: String?
    /// Stars of a rating, 1 … 5.
    public var value: Double?
    /// The engine's name for the answer that the item came from.
    public var recommendation: String?
    /// Unix milliseconds.
    public var at: Int64

    public init(
        id: String, kind: Kind, user: String, item: String?, value: Double? = nil, recommendation: String? = nil,
        at: Int64
    ) {
        self.id = id
        self.kind = kind
        self.user = user
        self.item = item
        self.value = value
        self.recommendation = recommendation
        self.at = at
    }

    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("event_id", id)
            $0.field("type", kind.rawValue)
            $0.field("user", user)
            if let item { $0.field("item", item) }
            if let value { $0.field("value", value, decimals: 2) }
            if let recommendation { $0.field("recommendation_id", recommendation) }
            $0.field("at", Timestamp.text(at))
        }
    }
}
