package import MQTT
package import Messages

/// A message whose content is settled.
package struct Outgoing {
    package var topic: Topic
    /// Empty: clears what is retained.
    package var payload: [UInt8]

    package init(topic: Topic, payload: [UInt8]) {
        self.topic = topic
        self.payload = payload
    }
}

extension MQTTMessage {
    package init(_ outgoing: Outgoing, _ topics: Topics) {
        self.init(
            topic: topics.text(outgoing.topic), payload: outgoing.payload, qos: outgoing.topic.qos,
            isRetained: outgoing.topic.isRetained, contentType: outgoing.topic.contentType)
    }
}
