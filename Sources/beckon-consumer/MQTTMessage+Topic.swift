import MQTT
import Messages

extension MQTTMessage {
    /// - Parameter payload: empty: clears what is retained.
    init(_ topic: Topic, _ payload: [UInt8], _ topics: Topics) {
        self.init(
            topic: topics.text(topic), payload: payload, qos: topic.qos, isRetained: topic.isRetained,
            contentType: topic.contentType)
    }
}
