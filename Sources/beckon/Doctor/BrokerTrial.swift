import Broker
import Daemon
import MQTT
import Messages
import Settings

/// What comes of knocking at the broker.
struct BrokerTrial {
    enum Writing: Equatable {
        case allowed
        /// The broker's reason, or that what was written has not come back.
        case denied(String)
        /// It was not tried: a gateway runs under this name.
        case untried
    }

    /// `nil`: no connection.
    var connection: MQTTConnection?
    /// The last one.
    var fault: (broker: MQTT.BrokerURL, fault: MQTTFault)?
    var writing = Writing.untried
    /// What the broker keeps of this gateway's status.
    var status: Status?
    /// The runs of a gateway that said how they are: one, or two boxes have one name.
    var runs: Set<String> = []

    /// For a connection, and then for what is asked over it.
    private static let patience: Int64 = 10_000_000
    private static let answer: Int64 = 2_000_000
    /// How long a gateway that runs is listened to: two of one name have mostly evicted each other by then.
    private static let watching: Int64 = 6_000_000
    /// Times that each broker is tried: the second in the older MQTT, where it does not know the newer.
    private static let attempts = 2

    /// - Parameters:
    ///   - isRunning: then the gateway's own name is left alone, and the command connects as a tool.
    init(_ configuration: Configuration, _ gateway: GatewayID, isRunning: Bool, _ signals: borrowing Signals) throws {
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let probe = "\(topics.base)/\(gateway)/event/_probe/_/\(RandomName.base32(8))"
        let status = topics.text(.status(gateway))
        let settings = Self.settings(configuration, isRunning: isRunning)
        let listener: BrokerListener
        if isRunning {
            listener = try BrokerListener(settings, log: .silent) { _ in [status] }
        } else {
            listener = try BrokerListener(
                settings, clientID: "\(gateway.site):\(gateway.gateway)", log: .silent,
                [status, probe])
        }
        defer { listener.link.stop(farewell: nil) }
        var deadline = SystemClock.monotonicMicroseconds() + Self.patience
        var isWritten = false
        var attemptsLeft = Self.attempts * settings.urls.count
        while SystemClock.monotonicMicroseconds() < deadline, attemptsLeft > 0, writing != .allowed, runs.count < 2 {
            listener.wait(until: deadline, signals)
            if signals.next(within: .zero) != nil { ExitCode.ok.exit() }
            for event in listener.link.takeEvents() {
                switch event {
                case .connected(let connection):
                    if self.connection == nil {
                        deadline = SystemClock.monotonicMicroseconds() + (isRunning ? Self.watching : Self.answer)
                    }
                    self.connection = connection
                    if !isRunning {
                        isWritten = listener.link.publish(MQTTMessage(topic: probe, payload: []), token: 0)
                    }
                case .disconnected(let broker, let fault, _):
                    // The broker's own word, where one attempt has it, says more than that it hung up.
                    if self.fault == nil || fault != .tls(MQTTFault.endedHandshake) { self.fault = (broker, fault) }
                    attemptsLeft -= 1
                case .acknowledged(_, let refusal?): writing = .denied(refusal.description)
                case .acknowledged, .steady, .subscriptionRefused, .takenOver: break
                }
            }
            for message in listener.take().messages {
                if message.topic == probe { writing = .allowed }
                if message.topic == status, let status = try? Status(parsing: message.payload) {
                    self.status = status
                    if [.online, .degraded].contains(status.state) { runs.insert(status.boot) }
                }
            }
        }
        if isWritten, writing == .untried { writing = .denied("it does not come back") }
    }

    init() {}

    /// How the broker is tried.
    static func settings(_ configuration: Configuration, isRunning: Bool) -> BrokerSettings {
        isRunning ? configuration.cli.broker : configuration.gateway.broker
    }
}
