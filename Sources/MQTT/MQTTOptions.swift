/// What a client needs to know.
public struct MQTTOptions: Sendable {
    /// Files are read anew at each connection, so that certificates rotate without a restart.
    public struct TLS: Hashable, Sendable {
        /// PEM file of the authorities to trust; `nil`: the system's.
        public var authorities: String?
        /// PEM file of the client's certificate, if it has one; then `key` too.
        public var certificate: String?
        /// PEM file of its key.
        public var key: String?
        /// The name that the broker's certificate must bear; `nil`: the host of its URL.
        public var serverName: String?

        public init(
            authorities: String? = nil, certificate: String? = nil, key: String? = nil, serverName: String? = nil
        ) {
            self.authorities = authorities
            self.certificate = certificate
            self.key = key
            self.serverName = serverName
        }
    }

    public struct Credentials: Sendable {
        public var username: String
        public var password: String?

        public init(username: String, password: String?) {
            self.username = username
            self.password = password
        }
    }

    public struct Subscription: Hashable, Sendable {
        public var filter: String
        /// The highest quality of service to be delivered with: 0 or 1.
        public var qos: UInt8
        /// Whether what we publish ourselves does not come back. MQTT 5 only; without it, it does.
        public var ignoresOwn: Bool

        public init(_ filter: String, qos: UInt8 = 1, ignoresOwn: Bool = false) {
            self.filter = filter
            self.qos = qos
            self.ignoresOwn = ignoresOwn
        }
    }

    /// Tried in turn; never empty in use.
    public var brokers: [BrokerURL]
    public var clientID: String
    /// Called at each connection, on the client's thread: what it reads may have changed.
    public var credentials: (@Sendable () throws -> Credentials)?
    public var tls = TLS()
    /// A peer that is dead, or that no longer acknowledges, is noticed after twice this time. At least 5 s.
    public var keepAlive: Duration = .seconds(20)
    /// Whether the broker forgets what it held for us.
    public var cleanStart = true
    /// How long the broker holds it. Without MQTT 5: for ever, unless `cleanStart`.
    public var sessionExpiry: Duration = .zero
    /// What the broker says for us when we fall silent.
    public var will: MQTTMessage?
    /// How long the broker waits with it: a short loss of the link is not a loss. MQTT 5 only.
    public var willDelay: Duration = .zero
    /// Subscribed anew at each connection.
    public var subscriptions: [Subscription] = []
    /// The most messages that are sent and not yet acknowledged, in either direction: beyond 100 the library's lists
    /// cost more than the wait saves (measured: 99,000 messages/s at 100, 2,000 at 50,000).
    public var window: UInt16 = 100
    /// Bytes of the longest message that the broker is to send. MQTT 5 only; the library itself has no bound.
    public var longestMessage: UInt32 = 1 << 20
    /// The bounds of the wait before a new attempt.
    public var backOff = BackOff()

    public init(brokers: [BrokerURL], clientID: String) {
        self.brokers = brokers
        self.clientID = clientID
    }
}
