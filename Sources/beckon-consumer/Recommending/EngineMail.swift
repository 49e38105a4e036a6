import ConsumerStore
import Engagement
import HTTPClient
import JSON

/// Tells the retailer's engine what visitors did, and whom to forget: from the store, one letter at a time, again and
/// again until the engine has it. Times are Unix milliseconds.
struct EngineMail {
    private enum Letter {
        case feedback([EngineFeedback])
        /// - Parameter id: the store's.
        case forget(id: String)
    }

    /// Feedback is gathered for so long.
    private static let pause: Int64 = 10_000
    /// After failures the pause doubles up to this.
    private static let longestPause: Int64 = 300_000
    /// Events of one letter (deploy/openapi-recommender.yaml).
    private static let most = 100
    private static let deadline = Duration.seconds(10)
    private static let connectDeadline = Duration.seconds(3)

    private let server: EngineServer
    private var underWay: Letter?
    private var failures = 0
    /// When the store is looked into again.
    private(set) var nextDeadline: Int64

    init(_ server: EngineServer, at now: Int64) {
        self.server = server
        nextDeadline = now
    }

    /// The letter that is due, if there is one.
    mutating func next(at now: Int64, in store: borrowing ConsumerStore) throws(StoreError) -> HTTPRequest? {
        guard now >= nextDeadline, underWay == nil else { return nil }
        nextDeadline = now + Self.pause
        if let (user, id) = try store.nextEngineForget() {
            underWay = .forget(id: id)
            return request(.delete, "/v1/users/\(user)")
        }
        let events = try store.unheard(limit: Self.most)
        if events.isEmpty { return nil }
        underWay = .feedback(events)
        return request(.post, "/v1/feedback", body(events))
    }

    /// The letter could not be sent now.
    mutating func keep(at now: Int64) {
        underWay = nil
        nextDeadline = now + Self.pause
    }

    /// - Returns: what is lost because the engine does not want it.
    mutating func answered(
        _ result: Result<HTTPResponse, HTTPError>, at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> String? {
        guard let letter = underWay else { return nil }
        underWay = nil
        let answer = DeliveryAnswer(result)
        switch (letter, answer) {
        case (.feedback(let events), .taken): try store.heard(events)
        case (.forget(let id), .taken): try confirm(id, at: now, in: store)
        case (.forget(let id), .refused) where (try? result.get().status) == 404: try confirm(id, at: now, in: store)
        case (.feedback(let events), .refused(let why)) where [400, 413, 422].contains(try? result.get().status):
            // It would be refused for ever, and all that comes after it would wait.
            try store.heard(events)
            rest(at: now, isFailure: false)
            return "\(events.count) events of feedback: \(why)"
        default:
            rest(at: now, isFailure: true)
            return nil
        }
        // More may wait.
        failures = 0
        nextDeadline = now
        return nil
    }

    private func confirm(_ id: String, at now: Int64, in store: borrowing ConsumerStore) throws(StoreError) {
        _ = try store.confirmForget(id, by: ConsumerStore.engine, at: now)
    }

    private mutating func rest(at now: Int64, isFailure: Bool) {
        failures = isFailure ? min(failures + 1, 10) : 0
        nextDeadline = now + min(Self.pause << failures, Self.longestPause)
    }

    private func request(_ method: HTTPRequest.Method, _ path: String, _ body: [UInt8] = []) -> HTTPRequest {
        server.request(method, path, body, deadline: Self.deadline, connectDeadline: Self.connectDeadline)
    }

    private func body(_ events: [EngineFeedback]) -> [UInt8] {
        var json = JSONWriter()
        json.array { for event in events { event.write(to: &$0) } }
        return json.bytes
    }
}
