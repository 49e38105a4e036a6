import Daemon
package import Messages
import Outbox

/// What is the same for the whole run of a gateway.
package struct GatewayIdentity {
    package let gateway: GatewayID
    /// Names this run in the status.
    package let boot: String
    /// Unix milliseconds.
    package let since: Int64

    package init(gateway: GatewayID) {
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
