import ConsumerStore
import Engagement

/// The questions to the retailer's engine, between the two halves of a decision.
extension ConsumerCore {
    /// A question that the rules let through.
    struct Asked {
        let question: RankingQuestion
        /// Into `sites`.
        let site: Int
    }

    /// One that can be decided now.
    struct Answered {
        let asked: Asked
        /// `nil`: the embedded recommender's turn.
        let answer: EngineAnswer?
        let by: String

        func ranking(_ decider: Decider) -> RankingAnswer {
            if let answer { return decider.rank(asked.question, by: answer, named: by) }
            guard case .ranked(let items, let model) = decider.rank(asked.question) else {
                return .unavailable(why: by)
            }
            return .ranked(items, model: "\(model), since \(by)")
        }
    }

    mutating func ask(_ asked: Asked, at now: Int64) {
        lastQuestion += 1
        questions[lastQuestion] = asked
        let question = decider.engineQuestion(asked.question, id: makeID())
        if let step = engine?.ask(question, as: lastQuestion, at: now) { take(step, of: lastQuestion) }
    }

    mutating func take(_ step: EngineDesk.Step, of number: UInt64) {
        switch step {
        case .call(let request): calls.append((.question(number), request))
        case .decide(let answer, let by):
            guard let asked = questions.removeValue(forKey: number) else { return }
            answered.append(Answered(asked: asked, answer: answer, by: by))
        }
    }

    /// What the engine has left unanswered for too long is decided without it.
    mutating func giveUpQuestions(at now: Int64) {
        for number in engine?.overdue(at: now) ?? [] {
            if let step = engine?.giveUp(number, isItsFault: true, at: now) { take(step, of: number) }
        }
        let state = engine?.state(at: now) ?? .closed
        if state != engineState, state != .halfOpen {
            engineState = state
            outputs.append(.engine(isReachable: state == .closed))
        }
    }
}
