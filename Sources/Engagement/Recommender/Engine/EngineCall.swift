import JSON

/// One question on its way to the engine: what is done with each reply. Times are Unix milliseconds.
public struct EngineCall: Sendable {
    /// What came of one attempt.
    public enum Reply: Sendable {
        case response(status: Int, contentType: String?, retryAfter: Int?, body: [UInt8])
        /// No connection stood; nothing was asked.
        case unreachable(String)
        case failed(String)
    }

    public enum Step: Hashable, Sendable {
        /// Ask again, with the milliseconds that are left.
        case again(withCandidates: Bool, left: Int64)
        case answered(EngineAnswer)
        case failed(String, retryAfter: Int?)
    }

    /// With less time left a second attempt would hardly be answered (consumer.md).
    private static let leastLeft: Int64 = 300

    public let question: EngineQuestion
    /// When the engine must have answered.
    public let deadline: Int64
    public private(set) var withCandidates: Bool
    private var mayRetry = true

    public init(_ question: EngineQuestion, withCandidates: Bool, deadline: Int64) {
        self.question = question
        self.withCandidates = withCandidates
        self.deadline = deadline
    }

    public mutating func take(_ reply: Reply, at now: Int64) -> Step {
        let left = deadline - now
        switch reply {
        case .unreachable(let why): return retry(left) ?? .failed(why, retryAfter: nil)
        case .failed(let why): return .failed(why, retryAfter: nil)
        case .response(200, let type, _, let body):
            do {
                return .answered(try EngineAnswer(body, contentType: type, to: question))
            } catch {
                return .failed(error.description, retryAfter: nil)
            }
        // It does not know the selection: no fault, and no retry.
        case .response(409, _, _, let body) where !withCandidates && left > 0 && Self.isUnknownSelection(body):
            withCandidates = true
            return .again(withCandidates: true, left: left)
        case .response(let status, _, let retryAfter, _):
            if [502, 503, 504].contains(status), retryAfter == nil, let again = retry(left) { return again }
            return .failed("status \(status)", retryAfter: retryAfter)
        }
    }

    /// By the problem's code (RFC 9457, with a member of our own).
    private static func isUnknownSelection(_ body: [UInt8]) -> Bool {
        (try? JSONValue(parsing: body))?["code"]?.string == "unknown_selection"
    }

    private mutating func retry(_ left: Int64) -> Step? {
        guard mayRetry, left >= Self.leastLeft else { return nil }
        mayRetry = false
        return .again(withCandidates: withCandidates, left: left)
    }
}
