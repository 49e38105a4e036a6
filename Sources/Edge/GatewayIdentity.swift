import Daemon
import Messages
import Outbox

/// What is the same for the whole run of a gateway.
struct GatewayIdentity {
    let gateway: GatewayID
    /// Names this run in the status.
    let boot: String
    /// Unix milliseconds.
    let since: Int64

    init(gateway: GatewayID) {
        self.gateway = gateway
        boot = RandomName.base32(8)
        since = SystemClock.wallMilliseconds()
    }

    /// What the broker says for us when we fall silent.
    ///
    /// - Parameter configuration: changes when the configuration says something else.
    func will(configuration: String) -> Outgoing {
        let status = Status(
            at: since, state: .lost, boot: boot, since: since, version: Version.text, config: configuration)
        return Outgoing(topic: .status(gateway), payload: status.rendered())
    }
}
