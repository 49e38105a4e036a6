public import Messages

/// A message whose content is settled.
public struct Outgoing: Hashable, Sendable {
    public var topic: Topic
    /// Empty: clears what is retained.
    public var payload: [UInt8]

    public init(topic: Topic, payload: [UInt8]) {
        self.topic = topic
        self.payload = payload
    }

    init(_ message: (topic: Topic, payload: some Payload)) {
        self.init(topic: message.topic, payload: message.payload.rendered())
    }
}
