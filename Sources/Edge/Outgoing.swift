import MQTT
import Messages

/// A message whose content is settled.
struct Outgoing {
    var topic: Topic
    /// Empty: clears what is retained.
    var payload: [UInt8]
}

extension MQTTMessage {
    init(_ outgoing: Outgoing, _ topics: Topics) {
        self.init(
            topic: topics.text(outgoing.topic), payload: outgoing.payload, qos: outgoing.topic.qos,
            isRetained: outgoing.topic.isRetained, contentType: outgoing.topic.contentType)
    }
}
