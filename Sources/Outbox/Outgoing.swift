public import Messages

/// A message whose content is settled.
public struct Outgoing: Hashable, Sendable {
    public var topic: Topic
    /// Empty: clears what is retained.
    public var payload: [UInt8]
    /// What a response gives back to who asked (MQTT 5).
    public var correlation: [UInt8]?

    public init(topic: Topic, payload: [UInt8], correlation: [UInt8]? = nil) {
        self.topic = topic
        self.payload = payload
        self.correlation = correlation
    }

    /// Whether it is for one listener alone, who can do without: refused, it is not sent again, and holds nothing up.
    var isOptional: Bool {
        switch topic {
        case .response, .discovery: true
        default: false
        }
    }

    init(_ message: (topic: Topic, payload: some Payload)) {
        self.init(topic: message.topic, payload: message.payload.rendered())
    }
}
