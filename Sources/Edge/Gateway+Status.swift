import BlueZ
import Daemon
import Messages
import Outbox
import Presence
import Settings

/// What the gateway says of itself.
extension Gateway {
    /// Publishes the status where it has changed.
    mutating func tellStatus() {
        let current = status(.online)
        if teller.isToTell(current, at: now) { publisher.append(outgoing(current)) }
    }

    /// The status with which a connection begins.
    mutating func beginStatus() -> Outgoing {
        let status = status(.online)
        teller.told(status)
        return outgoing(status)
    }

    func outgoing(_ status: Status) -> Outgoing {
        Outgoing(topic: .status(identity.gateway), payload: status.rendered())
    }

    /// - Parameter wanted: `online` becomes `degraded` where something is missing.
    func status(_ wanted: Status.State) -> Status {
        let adapters = source.adapters
        let reason = adapters.lazy.compactMap(\.fault).first ?? pipeline.privacy?.fault ?? publisher.fault
        let isDegraded = wanted == .online && reason != nil
        return Status(
            at: SystemClock.wallMilliseconds(), state: isDegraded ? .degraded : wanted,
            reason: isDegraded ? reason : nil, boot: identity.boot, since: identity.since, version: Version.text,
            config: configuration.fingerprint,
            adapters: adapters.map { adapter in
                Status.Adapter(
                    address: adapter.address, state: adapter.phase.rawValue, mode: adapter.mode,
                    lastAdvertisement: adapter.lastReport.map { (now - $0).seconds })
            })
    }
}
