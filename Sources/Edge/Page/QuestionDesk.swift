import Daemon
import HTTPServer
import Synchronization

/// Questions that the server's thread hands to the gateway's, which alone knows the answers: a gateway that is stuck
/// gives none, and so says that it is.
final class QuestionDesk: Sendable {
    enum Question: CaseIterable {
        case metrics, health, readiness

        var path: String {
            switch self {
            case .metrics: "/metrics"
            case .health: "/healthz"
            case .readiness: "/readyz"
            }
        }
    }

    /// A gateway turns many times a second; half of what kubelet and Prometheus wait by default is more than enough.
    private static let patience: Duration = .seconds(5)
    /// The most that wait; who comes then is told to come again.
    private static let most = 64

    /// Readable while somebody waits.
    let wake: Wake
    private let waiting = Mutex<[(question: Question, reply: WebReply)]>([])

    init() throws(SystemError) { wake = try Wake() }

    func add(to routes: inout WebRoutes) {
        for question in Question.allCases {
            routes.on(.get, question.path) { [self] _ in
                .later(
                    within: Self.patience, otherwise: .text("the gateway's thread does not turn\n", status: 503)
                ) { [self] reply in
                    let isTaken = waiting.withLock { waiting in
                        guard waiting.count < Self.most else { return false }
                        waiting.append((question, reply))
                        return true
                    }
                    if isTaken { wake.signal() } else { reply.send(.text("too many questions\n", status: 503)) }
                }
            }
        }
    }

    func take() -> [(question: Question, reply: WebReply)] {
        guard wake.clear() > 0 else { return [] }
        return waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
