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
