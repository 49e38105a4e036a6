/// What a recommender is asked: a value, so that the answer may come at once, later, or from elsewhere.
public struct RankingQuestion: Sendable {
    public let visitor: Visitor
    public let opportunity: Opportunity
    public let site: SiteConfiguration
    /// What is sold where the shopper stands.
    public let selection: Selection
    /// Its items that are in stock and may be told; at least one.
    public let candidates: [String]
    /// Items that this shopper is not told now, in stock or not.
    public let excluded: Set<String>
    /// Unix milliseconds: when it was asked.
    public let at: Int64
    /// What the rules have seen so far.
    let trial: Decision.Trial
}

/// What came of the rules that stand before the recommender.
public enum Preparation: Sendable {
    case suppressed(Decision)
    case question(RankingQuestion)
}

/// What a recommender says.
public enum RankingAnswer: Sendable {
    /// The best first; none: nothing is relevant. `model` names who ranked.
    case ranked([ScoredItem], model: String)
    /// No engine, no cache, nothing to fall back on.
    case unavailable(why: String)
}
