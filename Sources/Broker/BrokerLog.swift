public import Daemon
public import MQTT
import Synchronization

/// Says what the connection does: each state once, and not each attempt.
public final class BrokerLog: Sendable {
    private let log: Log
    /// The fault that was said last; `nil` while connected.
    private let said = Mutex<MQTTFault?>(nil)

    public init(_ log: Log) { self.log = log }

    public func note(_ event: MQTTEvent) {
        switch event {
        case .connected(let connection):
            said.withLock { $0 = nil }
            log.info("mqtt", "connected", ["broker": connection.broker, "version": connection.version.rawValue])
            if let expiry = connection.sessionExpiry, expiry > .zero {
                log.info(
                    "mqtt", "the broker keeps our session while we are away",
                    ["for_s": expiry.components.seconds, "kept": connection.isSessionPresent])
            }
        case .disconnected(let broker, let fault, let retryIn):
            let isNews = said.withLock { said in
                defer { said = fault }
                return said != fault
            }
            log.write(
                isNews ? .warning : .debug, "mqtt", "no connection: \(fault); trying again until there is one",
                ["broker": broker, "next_in_ms": Int(retryIn / .milliseconds(1))])
        case .acknowledged(_, let refusal?):
            log.limited(.error, "mqtt", "the broker refuses a message; see its access list", ["reason": refusal])
        case .acknowledged(_, nil): break
        case .subscriptionRefused(let filter, let reason):
            log.error("mqtt", "the broker refuses a subscription", ["filter": filter, "reason": reason])
        case .takenOver(let times):
            log.limited(
                .error, "mqtt", "lost again and again: another client with our client id, or a bad network",
                ["times": times])
        }
    }
}
