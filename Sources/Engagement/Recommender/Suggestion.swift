/// The one item that a visitor may be told of.
public struct Suggestion: Hashable, Sendable {
    public let item: Item
    /// Its price and stock.
    public let entry: Selection.Entry
    public let score: ScoredItem
    /// `nil`: none that holds.
    public let promotion: Promotion?

    public init(item: Item, entry: Selection.Entry, score: ScoredItem, promotion: Promotion? = nil) {
        self.item = item
        self.entry = entry
        self.score = score
        self.promotion = promotion
    }
}
