/// A message to publish.
public struct MQTTMessage: Hashable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    /// 0 or 1; never 2, which a crash of the receiver loses (measured) and 1 with an id does not.
    public var qos: UInt8
    public var isRetained: Bool
    /// Also says that the payload is UTF-8. MQTT 5 only.
    public var contentType: String?
    /// Seconds after which the broker drops it undelivered; `nil`: never. MQTT 5 only.
    public var expiry: UInt32?
    /// Where the answer is wanted. MQTT 5 only.
    public var responseTopic: String?
    /// What tells the answer's receiver which question it is for. MQTT 5 only.
    public var correlation: [UInt8]?

    public init(
        topic: String, payload: [UInt8], qos: UInt8 = 1, isRetained: Bool = false, contentType: String? = nil,
        expiry: UInt32? = nil, responseTopic: String? = nil, correlation: [UInt8]? = nil
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.isRetained = isRetained
        self.contentType = contentType
        self.expiry = expiry
        self.responseTopic = responseTopic
        self.correlation = correlation
    }
}

/// A message that came.
public struct ReceivedMessage: Hashable, Sendable {
    public let topic: String
    public let payload: [UInt8]
    public let qos: UInt8
    /// Whether it is state that was there before the subscription.
    public let isRetained: Bool
    /// Where an answer is wanted, and what it is to give back; MQTT 5 only.
    public let responseTopic: String?
    public let correlation: [UInt8]?

    public init(
        topic: String, payload: [UInt8], qos: UInt8 = 1, isRetained: Bool = false, responseTopic: String? = nil,
        correlation: [UInt8]? = nil
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.isRetained = isRetained
        self.responseTopic = responseTopic
        self.correlation = correlation
    }
}
