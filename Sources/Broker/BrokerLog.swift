public import Daemon
public import MQTT
import Synchronization

/// Says what the connection does: each state once, and not each attempt.
public final class BrokerLog: Sendable {
    private struct Fault: Hashable {
        let broker: BrokerURL
        let fault: MQTTFault
    }

    private struct State {
        /// What was said since a connection was steady.
        var faults: Set<Fault> = []
        /// Subscriptions of which it was said that they are refused.
        var filters: Set<String> = []
        /// Whether there is a connection that is not steady yet.
        var isNew = false
        /// Whether the one before it ended so soon that one more is no news until it holds.
        var isFlapping = false
    }

    /// Faults that differ in their words only shall not fill the memory.
    private static let mostFaults = 64

    private let log: Log
    private let state = Mutex(State())

    public init(_ log: Log) { self.log = log }

    public func note(_ event: MQTTEvent) {
        switch event {
        case .connected(let connection):
            let isFlapping = state.withLock { state in
                state.isNew = true
                return state.isFlapping
            }
            if !isFlapping { tell(connection) }
        case .steady(let connection):
            let wasFlapping = state.withLock { state in
                defer { state = State(filters: state.filters) }
                return state.isFlapping
            }
            if wasFlapping { tell(connection) }
        case .disconnected(let broker, let fault, _):
            let isNews = state.withLock { state in
                state.isFlapping = state.isNew
                state.isNew = false
                if state.faults.count >= Self.mostFaults { state.faults = [] }
                return state.faults.insert(Fault(broker: broker, fault: fault)).inserted
            }
            log.write(
                isNews ? .warning : .debug, "mqtt",
                "no connection: \(fault); trying again until there is one\(fault.advice.map { ". \($0)" } ?? "")",
                ["broker": broker])
        case .acknowledged(_, let refusal?):
            log.limited(.error, "mqtt", "the broker refuses a message; see its access list", ["reason": refusal])
        case .acknowledged(_, nil): break
        case .subscriptionRefused(let filter, let reason):
            guard state.withLock({ $0.filters.insert(filter).inserted }) else { return }
            log.error(
                "mqtt", "the broker refuses a subscription; see its access list", ["filter": filter, "reason": reason])
        case .takenOver(let times):
            log.limited(
                .error, "mqtt", "lost again and again: another client with our client id, or a bad network",
                ["times": times])
        }
    }

    private func tell(_ connection: MQTTConnection) {
        state.withLock { $0.filters = [] }
        log.info("mqtt", "connected", ["broker": connection.broker, "version": connection.version.rawValue])
        if let expiry = connection.sessionExpiry, expiry > .zero {
            log.info(
                "mqtt", "the broker keeps our session while we are away",
                ["for_s": expiry.components.seconds, "kept": connection.isSessionPresent])
        }
    }
}

extension MQTTFault {
    /// What a person may do, where that can be told from here.
    fileprivate var advice: String? {
        switch self {
        case .unreachable: "Does a broker run there, and is broker.urls right?"
        case .tls: "See broker.tls: the broker's certificate must be by its ca, and be made for the name in broker.urls"
        case .unanswered, .closedUnanswered: "Is it a broker that listens there, and with TLS (mqtts://) or without?"
        // Bad user name or password, not authorized: of MQTT 5 and of 3.1.1.
        case .refused(0x86, _), .refused(0x87, _), .refused(4, _), .refused(5, _):
            "See broker.username and its password, and the broker's list of users"
        case .notKept: "Is the disk full?"
        case .credentials, .configuration, .refused, .unacknowledged, .lost, .ended, .takenOver: nil
        }
    }
}
