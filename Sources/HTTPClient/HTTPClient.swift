public import Daemon
import Synchronization

/// Calls servers: at most so many at a time, none longer than its deadline, no answer longer than 1 MiB, no redirect
/// followed, TLS verified.
///
/// One thread does all of it. Its own deadlines hold while names are looked up, which happens on threads of the
/// library.
public final class HTTPClient: Sendable {
    /// Names a call, from 1.
    public typealias Token = UInt64
    /// Of a call that ended.
    public typealias Outcome = (token: Token, result: Result<HTTPResponse, HTTPError>)

    private let exchange: Exchange
    private let thread: Mutex<Worker?>

    /// - Parameters:
    ///   - limit: the most calls under way.
    ///   - authorities: a file of certificates that are trusted, PEM; `nil`: those of the system.
    ///   - wake: signalled when a call has ended.
    public init(limit: Int = 8, authorities: String? = nil, wake: Wake) throws(SystemError) {
        let exchange = Exchange(limit: limit, wake: wake)
        self.exchange = exchange
        thread = Mutex(
            try Worker(name: "http") {
                var calls = Calls(exchange, authorities: authorities)
                calls.run()
            })
    }

    /// Ends what is under way, and waits for the thread.
    deinit {
        exchange.stop()
        thread.withLock { $0.take()?.join() }
    }

    /// Begins a call; `nil`: as many as may be are under way.
    public func start(_ request: HTTPRequest) -> Token? { exchange.post(request) }

    /// Nobody wants to know any more; nothing is told of the call.
    public func cancel(_ token: Token) { exchange.cancel(token) }

    /// The calls that have ended since the last time.
    public func takeOutcomes() -> [Outcome] { exchange.takeOutcomes() }
}
