/// The rules of consumer.md in their order; the first that does not hold is the reason. Built once a directory.
///
/// A decision has two halves, so that the recommender between them may take its time: `prepare` asks a question, and
/// `finish` judges the answer in the circumstances of that later moment.
public struct Decider: Sendable {
    public let rules: RuleConfiguration
    public let directory: Directory
    let recommender: Recommender

    public init(_ rules: RuleConfiguration, _ directory: Directory) {
        self.rules = rules
        self.directory = directory
        recommender = Recommender(directory)
    }

    /// Milliseconds that the rules look back: sends and feedback of before do not matter.
    public var memory: Int64 {
        let caps = rules.userCaps.map { $0.halved.within }
        return (caps + [rules.repeatItem, Self.dismissed]).map(\.inMilliseconds).max() ?? 0
    }

    /// Rules 3 to 11: up to the question for a recommender.
    public func prepare(_ opportunity: Opportunity, _ context: Circumstances) -> Preparation {
        var trial = Decision.Trial()
        do throws(Suppression) {
            let visitor = try admit(opportunity, context, &trial)
            let zone = context.site.zones.first { $0.name == opportunity.zone }
            let name = zone?.selection ?? context.site.name
            let selection = try trial.require(directory.selection(name), "selection", name, else: .selectionEmpty)
            let excluded = exclusions(context)
            let candidates = try candidates(from: selection, excluding: excluded, &trial)
            return .question(
                RankingQuestion(
                    visitor: visitor, opportunity: opportunity, site: context.site, selection: selection,
                    candidates: candidates, excluded: excluded, at: context.now, trial: trial))
        } catch {
            return .suppressed(Decision(.suppressed(error), trial))
        }
    }

    /// The embedded recommender's answer.
    public func rank(_ question: RankingQuestion) -> RankingAnswer {
        .ranked(recommender.rank(question.visitor.taste, among: question.candidates), model: "profile-match/1")
    }

    /// The gate, and rules 12 to 15. - Parameter context: of now; the question may have been asked a while ago.
    public func finish(_ question: RankingQuestion, _ answer: RankingAnswer, _ context: Circumstances) -> Decision {
        var trial = question.trial
        do throws(Suppression) {
            let suggestion = try choose(question, answer, context, &trial)
            try release(question, context, &trial)
            return Decision(.send(suggestion), trial)
        } catch {
            return Decision(.suppressed(error), trial)
        }
    }

    /// All of it, with the embedded recommender.
    public func decide(_ opportunity: Opportunity, _ context: Circumstances) -> Decision {
        switch prepare(opportunity, context) {
        case .suppressed(let decision): decision
        case .question(let question): finish(question, rank(question), context)
        }
    }
}
