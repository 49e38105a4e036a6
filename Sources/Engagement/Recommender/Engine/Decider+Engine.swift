/// The recommender's part of a decision, where it is the retailer's engine.
extension Decider {
    /// The question as the engine is asked it. - Parameter id: names it.
    public func engineQuestion(_ question: RankingQuestion, id: String) -> EngineQuestion {
        EngineQuestion(
            id: id, user: question.visitor.id, taste: question.visitor.taste, site: question.site.name,
            zone: question.opportunity.zone, trigger: question.opportunity.trigger.rawValue,
            dwell: question.opportunity.dwell, at: question.at, locale: question.visitor.locale,
            selection: question.selection.id, version: question.selection.version,
            candidates: question.candidates.compactMap(directory.item), excluded: question.excluded.sorted())
    }

    /// The engine's order, with the match that we see ourselves: the gate judges it as it judges our own. A probability
    /// is the engine's; another score is none, and ours stands.
    ///
    /// - Parameter name: who is said to have ranked.
    public func rank(_ question: RankingQuestion, by answer: EngineAnswer, named name: String) -> RankingAnswer {
        let own = recommender.rank(question.visitor.taste, among: answer.items.map(\.id))
        let ownByID = Dictionary(own.map { ($0.id, $0) }) { first, _ in first }
        let ranked = answer.items.compactMap { item -> ScoredItem? in
            guard let score = ownByID[item.id], let known = directory.item(item.id) else { return nil }
            let isProbability = answer.scoreKind == .probability
            let reasons = item.reasons.filter { $0.speaks(for: known) }
            return ScoredItem(
                id: item.id, match: score.match, quality: isProbability ? score.quality ?? 0 : score.quality,
                probability: isProbability ? item.score : score.probability,
                reasons: reasons.isEmpty ? score.reasons : reasons, blocked: score.blocked)
        }
        return .ranked(ranked, model: name)
    }
}

extension Reason {
    /// Whether it is true of the item, as shoppers would see.
    fileprivate func speaks(for item: Item) -> Bool {
        guard case .feature(let feature) = dimension else { return false }
        return item.has(feature)
    }
}
