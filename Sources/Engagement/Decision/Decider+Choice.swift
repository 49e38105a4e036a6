/// Rules 11 and 12: which items may be told of, and whether one is worth it.
extension Decider {
    /// What was dismissed is not told again for so long.
    static let dismissed = Duration.seconds(180 * 86_400)
    /// What was bought is not told again for so long: they know it.
    private static let bought = Duration.seconds(14 * 86_400)

    /// What the user was told, dismissed or bought lately.
    func exclusions(_ context: Circumstances) -> Set<String> {
        func isWithin(_ duration: Duration, _ at: Int64) -> Bool { context.now - at < duration.inMilliseconds }
        var items = Set(context.sends.lazy.filter { isWithin(rules.repeatItem, $0.at) }.map(\.item))
        for feedback in context.feedback {
            guard let item = feedback.item else { continue }
            switch feedback.kind {
            case .dismissed where isWithin(Self.dismissed, feedback.at),
                .bought where isWithin(Self.bought, feedback.at):
                items.insert(item)
            default: break
            }
        }
        return items
    }

    func candidates(
        from selection: Selection, excluding excluded: Set<String>, _ trial: inout Decision.Trial
    ) throws(Suppression) -> [String] {
        let saw = "\(selection.entries.count) items of \(selection.id), \(excluded.count) told, dismissed or bought"
        do throws(Choice.Absence) {
            let candidates = try recommender.candidates(from: selection, excluding: excluded)
            trial.note("candidates", "\(saw): \(candidates.count) left")
            return candidates
        } catch {
            trial.note("candidates", "\(saw): \(error.rawValue)")
            throw Suppression(error)
        }
    }

    func choose(
        _ question: RankingQuestion, _ answer: RankingAnswer, _ context: Circumstances, _ trial: inout Decision.Trial
    ) throws(Suppression) -> Suggestion {
        let (ranked, by): ([ScoredItem], String)
        switch answer {
        case .ranked(let items, let model): (ranked, by) = (items, "\(items.count) ranked by \(model)")
        case .unavailable(let why):
            trial.note("recommender", why)
            throw .recommenderUnavailable
        }
        let site = question.site
        let offers = directory.promotions.filter {
            $0.holds(at: site.name, now: context.now, under: site.jurisdiction)
        }
        // What is not sold here falls out by itself.
        let choice = recommender.choose(
            among: ranked, for: question.visitor.taste, from: question.selection, excluding: question.excluded,
            offers: offers)
        switch choice {
        case .nothing(let absence):
            trial.note("relevance", "\(by): \(absence.rawValue)")
            throw Suppression(absence)
        case .suggestion(let suggestion):
            let score = suggestion.score
            trial.note(
                "relevance",
                "\(by): \(score.id), match \(FindingText.share(score.match)), "
                    + "probability \(FindingText.share(score.probability))")
            return suggestion
        }
    }
}

extension Suppression {
    init(_ absence: Choice.Absence) {
        switch absence {
        case .selectionEmpty: self = .selectionEmpty
        case .repeatItem: self = .repeatItem
        case .disliked: self = .disliked
        case .notRelevant: self = .notRelevant
        }
    }
}
