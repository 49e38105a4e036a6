/// What a client has to tell, in order and on its thread. Receivers do not block.
public enum MQTTEvent: Sendable {
    /// From now on `publish` is heard; subscriptions are on their way.
    case connected(MQTTConnection)
    /// The connection has held for three seconds: the broker does not only accept.
    case steady(MQTTConnection)
    /// Once for each attempt that failed and each connection that ended. What was published and not acknowledged may
    /// or may not have arrived: whoever needs it publishes it again after the next `connected`.
    case disconnected(BrokerURL, MQTTFault, retryIn: Duration)
    /// The broker has the message (QoS 1), or it was written to the socket (QoS 0). MQTT 3.1.1 has no refusals: it
    /// acknowledges what it denies.
    case acknowledged(token: UInt64, refusal: MQTTReason?)
    /// It is asked for again after each keepalive.
    case subscriptionRefused(filter: String, MQTTReason)
    /// So many accepted connections were lost within a minute, more than three: most likely another client uses our
    /// client id, and the two evict each other.
    case takenOver(times: Int)
}

/// What was agreed with the broker.
public struct MQTTConnection: Hashable, Sendable {
    public let broker: BrokerURL
    public let version: MQTTVersion
    /// Whether the broker held our subscriptions and messages.
    public let isSessionPresent: Bool
    /// How long it will hold them; `nil`: not told.
    public let sessionExpiry: Duration?
    /// The most messages in flight towards it.
    public let window: Int
}

/// A reason code of MQTT 5, 0x80 or above.
public struct MQTTReason: Hashable, Sendable, CustomStringConvertible {
    public let code: UInt8
    public let description: String

    /// Whether no repair at the broker's side will let this very message pass: topic name invalid, packet too large,
    /// payload format invalid (MQTT 5, section 3.4.2.1).
    public var isMessageFault: Bool { [0x90, 0x95, 0x99].contains(code) }
}
