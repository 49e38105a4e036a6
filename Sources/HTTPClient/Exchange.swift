import CCurl
import Daemon
import Synchronization

/// What the client's thread and the others have for one another.
final class Exchange: Sendable {
    /// What the thread shall do.
    struct Orders {
        var requests: [(HTTPClient.Token, HTTPRequest)] = []
        var cancelled: [HTTPClient.Token] = []
        var isStopping = false
    }

    private struct State {
        var orders = Orders()
        var outcomes: [HTTPClient.Outcome] = []
        /// Those that were posted and are not over.
        var underWay: Set<HTTPClient.Token> = []
        var lastToken: HTTPClient.Token = 0
    }

    private let limit: Int
    private let wake: Wake
    private let state = Mutex(State())
    /// The library's set of calls. Nobody touches it but the client's thread, save for waking it, which any thread may.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    private static let isLoaded = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(limit: Int, wake: Wake) {
        precondition(Self.isLoaded, "libcurl does not start")
        guard let multi = curl_multi_init() else { preconditionFailure("no memory for libcurl") }
        self.limit = limit
        self.wake = wake
        self.multi = multi
    }

    deinit { curl_multi_cleanup(multi) }

    func post(_ request: HTTPRequest) -> HTTPClient.Token? {
        let token: HTTPClient.Token? = state.withLock { state in
            guard state.underWay.count < limit else { return nil }
            state.lastToken += 1
            state.underWay.insert(state.lastToken)
            state.orders.requests.append((state.lastToken, request))
            return state.lastToken
        }
        if token != nil { curl_multi_wakeup(multi) }
        return token
    }

    func cancel(_ token: HTTPClient.Token) {
        state.withLock { state in
            state.outcomes.removeAll { $0.token == token }
            guard state.underWay.remove(token) != nil else { return }
            state.orders.cancelled.append(token)
        }
        curl_multi_wakeup(multi)
    }

    func stop() {
        state.withLock { $0.orders.isStopping = true }
        curl_multi_wakeup(multi)
    }

    func takeOrders() -> Orders {
        state.withLock { state in
            defer { state.orders = Orders(isStopping: state.orders.isStopping) }
            return state.orders
        }
    }

    func end(_ token: HTTPClient.Token, _ result: Result<HTTPResponse, HTTPError>) {
        let isWanted = state.withLock { state in
            guard state.underWay.remove(token) != nil else { return false }
            state.outcomes.append((token, result))
            return true
        }
        if isWanted { wake.signal() }
    }

    func takeOutcomes() -> [HTTPClient.Outcome] {
        state.withLock { state in
            defer { state.outcomes = [] }
            return state.outcomes
        }
    }
}
