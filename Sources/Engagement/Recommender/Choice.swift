/// What came of choosing from a selection.
public enum Choice: Hashable, Sendable {
    case suggestion(Suggestion)
    case nothing(Absence)

    /// Why there is nothing to tell.
    public enum Absence: String, Error, Sendable, CaseIterable {
        /// Nothing is in stock.
        case selectionEmpty = "selection_empty"
        /// All that is in stock was excluded.
        case repeatItem = "repeat_item"
        /// All that is left has something that the visitor dislikes.
        case disliked
        /// Nothing that is left is good enough a match.
        case notRelevant = "not_relevant"
    }
}
