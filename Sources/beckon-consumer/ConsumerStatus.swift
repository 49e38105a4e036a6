import Daemon
import MQTT
import Messages

/// What the consumer says of itself on its status topic.
struct ConsumerStatus: Sendable {
    let topics: Topics
    /// The client id.
    let id: String
    /// Names this run.
    let boot: String
    /// Unix milliseconds: when this run began.
    let since: Int64

    func message(_ state: Status.State, at now: Int64) -> MQTTMessage {
        let status = Status(at: now, state: state, boot: boot, since: since, version: Version.text)
        return MQTTMessage(.consumerStatus(id: id), status.rendered(), topics)
    }
}
