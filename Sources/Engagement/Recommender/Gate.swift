/// "Never irrelevant": what an item must show before anyone is told of it, whoever recommended it.
public struct Gate: Sendable {
    /// What a match and a probability must reach. Measured with quality on the held-out ratings of 1,806 people:
    /// 77 % are notified, at P@1 0.820; each threshold's own share is in the design's evidence.
    private enum Threshold {
        static let match = 0.15
        static let probability = 0.65
        /// Without quality the probability is not calibrated, and the match alone decides.
        static let matchAlone = 0.25
        /// Declared dislikes turn the profile away from every item that has none of them.
        static let matchAloneWithDislikes = 0.20
        /// The least contribution of a reason.
        static let reason = 0.02
    }

    /// No match below it is ever enough.
    static let leastMatch = min(Threshold.match, Threshold.matchAlone, Threshold.matchAloneWithDislikes)

    private let taste: Taste

    public init(for taste: Taste) { self.taste = taste }

    /// Whether `item` has something that the visitor dislikes. Asked of the item, not of the recommender.
    public func blocks(_ item: Item) -> Bool { taste.dislikes.contains(where: item.has) }

    /// Whether the visitor may be told of `item`, which was scored as `score`. Who has told us nothing has no match
    /// with anything, and passes never.
    public func admits(_ item: Item, scored score: ScoredItem) -> Bool {
        let reasons = score.reasons.filter { $0.contribution > Threshold.reason }
        guard !blocks(item), !reasons.isEmpty else { return false }
        if score.quality != nil {
            return score.match >= Threshold.match && score.probability >= Threshold.probability
        }
        let needed = taste.dislikes.isEmpty ? Threshold.matchAlone : Threshold.matchAloneWithDislikes
        return score.match >= needed && reasons.contains { $0.dimension.isStyleOrTag }
    }
}

extension Dimension {
    fileprivate var isStyleOrTag: Bool {
        guard case .feature(let feature) = self else { return false }
        return feature.kind != .family
    }
}
