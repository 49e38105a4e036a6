public import JSON

/// The retained status of a gateway, and, without adapters, of a consumer; also the will of either.
public struct Status: Hashable, Sendable {
    public enum State: String, Sendable, CaseIterable {
        case online
        /// It runs, but something that it needs is missing; see `reason`.
        case degraded
        /// It was stopped.
        case offline
        /// It fell silent: the will.
        case lost
    }

    public struct Adapter: Hashable, Sendable {
        public var address: String
        public var state: String
        public var mode: String
        /// Seconds since the last advertisement; `nil` before the first.
        public var lastAdvertisement: Double?

        public init(address: String, state: String, mode: String, lastAdvertisement: Double?) {
            self.address = address
            self.state = state
            self.mode = mode
            self.lastAdvertisement = lastAdvertisement
        }
    }

    /// Unix milliseconds.
    public var at: Int64
    public var state: State
    /// Why it is not simply online.
    public var reason: String?
    /// Names this run of the process: a `lost` of another boot is an old will.
    public var boot: String
    /// Unix milliseconds: when the run began.
    public var since: Int64
    public var version: String
    /// A hash of the configuration.
    public var config: String?
    /// The IP address.
    public var address: String?
    /// `nil` for a consumer.
    public var adapters: [Adapter]?

    public init(
        at: Int64, state: State, reason: String? = nil, boot: String, since: Int64, version: String,
        config: String? = nil, address: String? = nil, adapters: [Adapter]? = nil
    ) {
        self.at = at
        self.state = state
        self.reason = reason
        self.boot = boot
        self.since = since
        self.version = version
        self.config = config
        self.address = address
        self.adapters = adapters
    }
}

extension Status: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("state", state.rawValue)
            if let reason { $0.field("reason", reason) }
            $0.field("boot", boot)
            $0.time("since", since)
            $0.field("version", version)
            if let config { $0.field("config", config) }
            if let address { $0.field("address", address) }
            guard let adapters else { return }
            $0.name("adapters")
            $0.array {
                for adapter in adapters {
                    $0.object {
                        $0.field("address", adapter.address)
                        $0.field("state", adapter.state)
                        $0.field("mode", adapter.mode)
                        $0.field("last_advertisement_s", adapter.lastAdvertisement, decimals: 3)
                    }
                }
            }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        state = try fields.word("state")
        reason = try fields.string(ifPresent: "reason")
        boot = try fields.string("boot")
        since = try fields.time("since")
        version = try fields.string("version")
        config = try fields.string(ifPresent: "config")
        address = try fields.string(ifPresent: "address")
        guard fields.has("adapters") else { return }
        var adapters: [Adapter] = []
        for adapter in try fields.objects("adapters") {
            adapters.append(
                Adapter(
                    address: try adapter.string("address"), state: try adapter.string("state"),
                    mode: try adapter.string("mode"),
                    lastAdvertisement: try adapter.double(ifKnown: "last_advertisement_s")))
        }
        self.adapters = adapters
    }
}
