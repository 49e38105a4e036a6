/// Chooses the one item of a selection that a visitor may be told of. Built once a directory.
public struct Recommender: Sendable {
    /// How much less likely an item with a promotion may be than the likeliest, and still be preferred.
    private static let tie = 0.05

    private let directory: Directory
    private let model: ProfileMatch

    public init(_ directory: Directory) {
        self.directory = directory
        model = ProfileMatch(items: directory.items, scale: directory.ratingScale)
    }

    /// The items that are in stock and not excluded; at least one.
    public func candidates(
        from selection: Selection, excluding excluded: Set<String> = []
    ) throws(Choice.Absence) -> [String] {
        let candidates = selection.entries.compactMap { entry in
            entry.stock > 0 && !excluded.contains(entry.item) ? entry.item : nil
        }
        if candidates.isEmpty { throw selection.entries.contains { $0.stock > 0 } ? .repeatItem : .selectionEmpty }
        return candidates
    }

    /// The embedded ranking: the best first. What the gate lets pass in no case is left out.
    public func rank(_ taste: Taste, among candidates: [String]) -> [ScoredItem] {
        model.rank(taste, among: candidates, worth: Gate.leastMatch)
    }

    /// Ranks and chooses at once.
    ///
    /// - Parameters:
    ///   - excluded: items that the visitor must not be told of now, such as those told lately.
    ///   - offers: promotions that hold here and now (`Promotion.holds`); others must not be among them.
    public func choose(
        for taste: Taste, from selection: Selection, excluding excluded: Set<String> = [], offers: [Promotion] = []
    ) -> Choice {
        do throws(Choice.Absence) {
            let candidates = try candidates(from: selection, excluding: excluded)
            return choose(among: rank(taste, among: candidates), for: taste, from: selection, offers: offers)
        } catch {
            return .nothing(error)
        }
    }

    /// The best of what was ranked, by whomever, that the gate lets pass.
    ///
    /// - Parameter ranked: the best first.
    public func choose(
        among ranked: [ScoredItem], for taste: Taste, from selection: Selection, excluding excluded: Set<String> = [],
        offers: [Promotion] = []
    ) -> Choice {
        let gate = Gate(for: taste)
        let bestOffers = Dictionary(offers.map { ($0.item, $0) }) { $1.priority > $0.priority ? $1 : $0 }
        var (chosen, likeliest): (Suggestion?, Double?) = (nil, nil)
        var (isAnyKnown, isAnyWelcome) = (false, false)
        for score in ranked {
            guard let item = directory.item(score.id) else { continue }
            guard gate.admits(item, scored: score) else {
                isAnyKnown = true
                isAnyWelcome = isAnyWelcome || !gate.blocks(item)
                continue
            }
            if let likeliest, abs(likeliest - score.probability) > Self.tie { break }
            // Only a promotion makes a peer better than the likeliest.
            if chosen != nil, bestOffers[score.id] == nil { continue }
            guard !excluded.contains(score.id),
                let entry = selection.entries.first(where: { $0.item == score.id }), entry.stock > 0
            else { continue }
            likeliest = likeliest ?? score.probability
            let peer = Suggestion(item: item, entry: entry, score: score, promotion: bestOffers[score.id])
            if chosen.map({ peer.isPreferred(to: $0) }) ?? true { chosen = peer }
        }
        return chosen.map(Choice.suggestion) ?? .nothing(isAnyKnown && !isAnyWelcome ? .disliked : .notRelevant)
    }
}

extension Suggestion {
    /// By its promotion, among peers of which `other` is the likelier.
    fileprivate func isPreferred(to other: Suggestion) -> Bool {
        guard let priority = promotion?.priority else { return false }
        return other.promotion.map { priority > $0.priority } ?? true
    }
}
