import Daemon
import HTTPClient

/// The calls of servers that are under way, from the main thread. The engine has a client of its own: no channel that
/// hangs holds up a question.
struct Caller {
    private enum Purpose: CaseIterable {
        case questions, all
    }

    /// Readable while a call has ended.
    let wake: Wake
    /// Made when first needed: most shops need none.
    private var clients: [Purpose: HTTPClient] = [:]
    private var tickets: [Purpose: [HTTPClient.Token: CallTicket]] = [:]

    init() throws(SystemError) { wake = try Wake() }

    /// `false`: not now.
    mutating func start(_ ticket: CallTicket, _ request: HTTPRequest) -> Bool {
        let purpose = if case .question = ticket { Purpose.questions } else { Purpose.all }
        guard let client = clients[purpose] ?? (try? HTTPClient(wake: wake)) else { return false }
        clients[purpose] = client
        guard let token = client.start(request) else { return false }
        tickets[purpose, default: [:]][token] = ticket
        return true
    }

    /// What has ended since the last call.
    mutating func takeOutcomes() -> [(CallTicket, Result<HTTPResponse, HTTPError>)] {
        wake.clear()
        return Purpose.allCases.flatMap { purpose in
            (clients[purpose]?.takeOutcomes() ?? []).compactMap { outcome in
                tickets[purpose]?.removeValue(forKey: outcome.token).map { ($0, outcome.result) }
            }
        }
    }
}
