import Broker
import Daemon
import MQTT
import Settings
import Synchronization

/// A command's own connection to the broker: a client id that no one else has, no session, no will.
final class BrokerListener: Sendable {
    private struct State {
        var messages: [ReceivedMessage] = []
        var missed = 0
    }

    /// Messages that wait for whoever reads our output; more are counted.
    private static let capacity = 10_000

    let clientID: String
    let link: BrokerLink
    private let state: Box

    private final class Box: Sendable { let state = Mutex(State()) }

    /// - Parameters:
    ///   - subscriptions: made from the client id.
    ///   - log: says how the connection is.
    convenience init(
        _ settings: BrokerSettings, log: Log, subscriptions: (_ clientID: String) -> [String]
    ) throws(SystemError) {
        let clientID = "\(settings.username ?? "beckon")-cli-\(RandomName.base32(8))"
        try self.init(settings, clientID: clientID, log: log, subscriptions(clientID))
    }

    /// Connects by a name that is somebody's: whoever uses it elsewhere is evicted.
    init(_ settings: BrokerSettings, clientID: String, log: Log, _ subscriptions: [String]) throws(SystemError) {
        self.clientID = clientID
        var options = MQTTOptions(settings, clientID: clientID)
        options.subscriptions = subscriptions.map { .init($0) }
        let box = Box()
        state = box
        link = try BrokerLink(options, log: log) { messages in
            box.state.withLock { state in
                let fitting = messages.prefix(Self.capacity - state.messages.count)
                state.messages += fitting
                state.missed += messages.count - fitting.count
            }
        }
        link.start()
    }

    /// What has come since the last call, and how many more did.
    func take() -> (messages: [ReceivedMessage], missed: Int) {
        state.state.withLock { state in
            defer { state = State() }
            return (state.messages, state.missed)
        }
    }

    /// Waits for something to come, at most until `deadline` (monotonic µs; `nil`: for ever), or for a signal.
    func wait(until deadline: Int64? = nil, _ signals: borrowing Signals) {
        Descriptors.wait([signals.descriptor, link.wake.descriptor], until: deadline)
    }
}
