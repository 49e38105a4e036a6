import Engagement
import HTTPClient
import Settings

/// Where questions to the retailer's engine are handed in: it is asked as long as it answers, and where it does not its
/// last answer serves while that holds. Times are Unix milliseconds.
struct EngineDesk {
    /// What is done about a question.
    enum Step {
        case call(HTTPRequest)
        /// `nil`: the embedded recommender is to decide; `by` says whose word it is, or why it is nobody's.
        case decide(EngineAnswer?, by: String)
    }

    private struct Pending {
        var call: EngineCall
        let permit: CircuitBreaker.Permit
    }

    /// The part of a deadline in which a connection must stand, so that a second attempt has time.
    private static let connecting = Duration.milliseconds(400)
    /// An answer that comes so much too late was lost: the client's own deadline is over.
    private static let grace: Int64 = 50
    /// Selections of which the engine said that it does not know them.
    private static let mostUnknown = 1000

    let server: EngineServer
    private let deadline: Int64
    private var breaker = CircuitBreaker()
    private var cache = AnswerCache()
    private var pending: [UInt64: Pending] = [:]
    /// By id and version.
    private var unknown: Set<[String]> = []

    init(_ server: EngineServer, deadline: Duration) {
        self.server = server
        self.deadline = deadline.components.seconds * 1000 + deadline.components.attoseconds / 1_000_000_000_000_000
    }

    /// When the first question is to be given up.
    var nextDeadline: Int64? { pending.values.map { $0.call.deadline + Self.grace }.min() }

    /// The questions that are to be given up now.
    func overdue(at now: Int64) -> [UInt64] {
        pending.filter { $0.value.call.deadline + Self.grace <= now }.keys.sorted()
    }

    func state(at now: Int64) -> CircuitBreaker.State { breaker.state(at: now) }

    mutating func ask(_ question: EngineQuestion, as number: UInt64, at now: Int64) -> Step {
        guard let permit = breaker.permit(at: now) else { return fallBack(question, "the circuit is open", now) }
        let isUnknown = unknown.contains([question.selection, question.version])
        let call = EngineCall(question, withCandidates: isUnknown, deadline: now + deadline)
        pending[number] = Pending(call: call, permit: permit)
        return .call(request(call, left: deadline))
    }

    /// `nil`: the question was given up.
    mutating func take(_ result: Result<HTTPResponse, HTTPError>, of number: UInt64, at now: Int64) -> Step? {
        guard var entry = pending.removeValue(forKey: number) else { return nil }
        let question = entry.call.question
        switch entry.call.take(EngineCall.Reply(result), at: now) {
        case .again(let withCandidates, let left):
            if withCandidates { note(unknown: question) }
            pending[number] = entry
            return .call(request(entry.call, left: left))
        case .answered(let answer):
            breaker.succeeded(entry.permit)
            cache.keep(answer, to: AnswerCache.Key(question), at: now)
            return answer.isFallback
                ? .decide(nil, by: "the engine does not know the visitor") : .decide(answer, by: answer.model)
        case .failed(let why, let retryAfter):
            breaker.failed(entry.permit, at: now, retryAfter: retryAfter)
            return fallBack(question, why, now)
        }
    }

    /// The deadline is over, or the call could not begin.
    ///
    /// - Parameter isItsFault: the engine's, that is.
    mutating func giveUp(_ number: UInt64, isItsFault: Bool, at now: Int64) -> Step? {
        guard let entry = pending.removeValue(forKey: number) else { return nil }
        if isItsFault { breaker.failed(entry.permit, at: now) } else { breaker.abandoned(entry.permit) }
        return fallBack(entry.call.question, isItsFault ? "no answer in time" : "too many calls under way", now)
    }

    /// The visitor has said something new, or is to be forgotten.
    mutating func forget(_ user: String) { cache.forget(user) }

    private mutating func note(unknown question: EngineQuestion) {
        if unknown.count >= Self.mostUnknown { unknown.removeAll() }
        unknown.insert([question.selection, question.version])
    }

    private func fallBack(_ question: EngineQuestion, _ why: String, _ now: Int64) -> Step {
        guard let answer = cache.answer(to: AnswerCache.Key(question), at: now), !answer.isFallback else {
            return .decide(nil, by: why)
        }
        return .decide(answer, by: "\(answer.model), remembered: \(why)")
    }

    private func request(_ call: EngineCall, left: Int64) -> HTTPRequest {
        let body = call.question.rendered(withCandidates: call.withCandidates)
        return server.request(
            .post, "/v1/recommendations", body, deadline: .milliseconds(left),
            connectDeadline: min(.milliseconds(left), Self.connecting))
    }
}

extension EngineCall.Reply {
    fileprivate init(_ result: Result<HTTPResponse, HTTPError>) {
        switch result {
        case .success(let response):
            self = .response(
                status: response.status, contentType: response.contentType, retryAfter: response.retryAfter,
                body: response.body)
        case .failure(let error):
            self = error.kind == .unreachable ? .unreachable(error.description) : .failed(error.description)
        }
    }
}
