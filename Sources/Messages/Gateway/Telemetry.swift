public import JSON

/// How a gateway is doing, in numbers.
public struct Telemetry: Hashable, Sendable {
    public struct Adapter: Hashable, Sendable {
        public var address: String
        /// The commands that it is driven by: `legacy` or `extended`.
        public var family: String
        public var mode: String
        /// Seconds; `nil` before the first report.
        public var lastReport: Double?
        /// What was counted since the start, by name: `reports`, `malformed`, `socket_drops`, …
        public var counters: [Counter]

        public init(address: String, family: String, mode: String, lastReport: Double?, counters: [Counter]) {
            self.address = address
            self.family = family
            self.mode = mode
            self.lastReport = lastReport
            self.counters = counters
        }
    }

    public struct Counter: Hashable, Sendable {
        public var name: String
        public var value: UInt64

        public init(_ name: String, _ value: UInt64) {
            self.name = name
            self.value = value
        }
    }

    /// Unix milliseconds.
    public var at: Int64
    public var adapters: [Adapter]
    /// A second, since the last message.
    public var reportsPerSecond: Double
    public var sightingsPerSecond: Double
    public var outboxRows: UInt64
    public var pairs: UInt64
    public var evictions: UInt64
    /// Arrivals that had to wait for `limits.enters`.
    public var throttledEnters: UInt64
    /// Exits by silence whose beacon was back soon: false ones, most likely.
    public var returns: UInt64
    /// Of all visits that have ended; the measure of `returns`.
    public var presentSeconds: UInt64
    /// Resident memory in bytes.
    public var residentBytes: UInt64
    /// Per cent of one core, since the last message.
    public var cpu: Double
    public var clockSynced: Bool

    public init(
        at: Int64, adapters: [Adapter], reportsPerSecond: Double, sightingsPerSecond: Double, outboxRows: UInt64,
        pairs: UInt64, evictions: UInt64, throttledEnters: UInt64, returns: UInt64, presentSeconds: UInt64,
        residentBytes: UInt64, cpu: Double, clockSynced: Bool
    ) {
        self.at = at
        self.adapters = adapters
        self.reportsPerSecond = reportsPerSecond
        self.sightingsPerSecond = sightingsPerSecond
        self.outboxRows = outboxRows
        self.pairs = pairs
        self.evictions = evictions
        self.throttledEnters = throttledEnters
        self.returns = returns
        self.presentSeconds = presentSeconds
        self.residentBytes = residentBytes
        self.cpu = cpu
        self.clockSynced = clockSynced
    }
}

extension Telemetry: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("reports_per_s", reportsPerSecond, decimals: 1)
            $0.field("sightings_per_s", sightingsPerSecond, decimals: 1)
            $0.field("outbox_rows", outboxRows)
            $0.field("pairs", pairs)
            $0.field("evictions", evictions)
            $0.field("throttled_enters", throttledEnters)
            $0.field("returns", returns)
            $0.field("present_s", presentSeconds)
            $0.field("rss_bytes", residentBytes)
            $0.field("cpu_percent", cpu, decimals: 1)
            $0.field("clock_synced", clockSynced)
            $0.name("adapters")
            $0.array {
                for adapter in adapters {
                    $0.object {
                        $0.field("address", adapter.address)
                        $0.field("family", adapter.family)
                        $0.field("mode", adapter.mode)
                        $0.field("last_report_s", adapter.lastReport, decimals: 3)
                        $0.name("counters")
                        $0.object { for counter in adapter.counters { $0.field(counter.name, counter.value) } }
                    }
                }
            }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        reportsPerSecond = try fields.double("reports_per_s")
        sightingsPerSecond = try fields.double("sightings_per_s")
        outboxRows = try fields.integer("outbox_rows")
        pairs = try fields.integer("pairs")
        evictions = try fields.integer("evictions")
        throttledEnters = fields.has("throttled_enters") ? try fields.integer("throttled_enters") : 0
        returns = fields.has("returns") ? try fields.integer("returns") : 0
        presentSeconds = fields.has("present_s") ? try fields.integer("present_s") : 0
        residentBytes = try fields.integer("rss_bytes")
        cpu = try fields.double("cpu_percent")
        clockSynced = try fields.bool("clock_synced")
        adapters = []
        for adapter in try fields.objects("adapters") {
            adapters.append(
                Adapter(
                    address: try adapter.string("address"), family: try adapter.string("family"),
                    mode: try adapter.string("mode"), lastReport: try adapter.double(ifKnown: "last_report_s"),
                    counters: try adapter.object("counters").counters))
        }
    }
}
