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
        /// The step of recovery that was taken last since it last heard: 0 none, 1 restart, 2 new sockets, 3 power
        /// cycle.
        public var level: Int
        /// What was counted since the start, by name: `reports`, `malformed`, `socket_drops`, …
        public var counters: [Counter]

        public init(
            address: String, family: String, mode: String, lastReport: Double?, level: Int, counters: [Counter]
        ) {
            self.address = address
            self.family = family
            self.mode = mode
            self.lastReport = lastReport
            self.level = level
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

    /// What is learned of the beacons of a region that has any: medians of the open visits.
    public struct Rhythm: Hashable, Sendable {
        public var region: String
        public var visits: Int
        /// Milliseconds between two sightings.
        public var interval: Int64
        /// Milliseconds of silence that would end a visit.
        public var exitAfter: Int64

        public init(region: String, visits: Int, interval: Int64, exitAfter: Int64) {
            self.region = region
            self.visits = visits
            self.interval = interval
            self.exitAfter = exitAfter
        }
    }

    /// Unix milliseconds.
    public var at: Int64
    public var adapters: [Adapter]
    /// A second, since the last message.
    public var reportsPerSecond: Double
    public var sightingsPerSecond: Double
    public var outboxRows: UInt64
    /// Events that the broker will never take.
    public var deadLetters: UInt64
    /// Events given up since the start.
    public var eventsLost: UInt64
    public var pairs: UInt64
    public var evictions: UInt64
    /// Arrivals that had to wait for `limits.enters`.
    public var throttledEnters: UInt64
    /// Exits by silence whose beacon was back soon: false ones, most likely.
    public var returns: UInt64
    /// Of all visits that have ended; the measure of `returns`.
    public var presentSeconds: UInt64
    public var rhythms: [Rhythm]
    /// Resident memory in bytes.
    public var residentBytes: UInt64
    /// Per cent of one core, since the last message.
    public var cpu: Double
    public var clockSynced: Bool

    public init(
        at: Int64, adapters: [Adapter], reportsPerSecond: Double, sightingsPerSecond: Double, outboxRows: UInt64,
        deadLetters: UInt64, eventsLost: UInt64, pairs: UInt64, evictions: UInt64, throttledEnters: UInt64,
        returns: UInt64, presentSeconds: UInt64, rhythms: [Rhythm],
        residentBytes: UInt64, cpu: Double, clockSynced: Bool
    ) {
        self.at = at
        self.adapters = adapters
        self.reportsPerSecond = reportsPerSecond
        self.sightingsPerSecond = sightingsPerSecond
        self.outboxRows = outboxRows
        self.deadLetters = deadLetters
        self.eventsLost = eventsLost
        self.pairs = pairs
        self.evictions = evictions
        self.throttledEnters = throttledEnters
        self.returns = returns
        self.presentSeconds = presentSeconds
        self.rhythms = rhythms
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
            $0.field("dead_letters", deadLetters)
            $0.field("events_lost", eventsLost)
            $0.field("pairs", pairs)
            $0.field("evictions", evictions)
            $0.field("throttled_enters", throttledEnters)
            $0.field("returns", returns)
            $0.field("present_s", presentSeconds)
            $0.name("rhythms")
            $0.array {
                for rhythm in rhythms {
                    $0.object {
                        $0.field("region", rhythm.region)
                        $0.field("visits", rhythm.visits)
                        $0.field("interval_s", Double(rhythm.interval) / 1000, decimals: 3)
                        $0.field("exit_after_s", Double(rhythm.exitAfter) / 1000, decimals: 3)
                    }
                }
            }
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
                        $0.field("level", adapter.level)
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
        deadLetters = fields.has("dead_letters") ? try fields.integer("dead_letters") : 0
        eventsLost = fields.has("events_lost") ? try fields.integer("events_lost") : 0
        pairs = try fields.integer("pairs")
        evictions = try fields.integer("evictions")
        throttledEnters = fields.has("throttled_enters") ? try fields.integer("throttled_enters") : 0
        returns = fields.has("returns") ? try fields.integer("returns") : 0
        presentSeconds = fields.has("present_s") ? try fields.integer("present_s") : 0
        rhythms = []
        for rhythm in fields.has("rhythms") ? try fields.objects("rhythms") : [] {
            rhythms.append(
                Rhythm(
                    region: try rhythm.name("region"), visits: try rhythm.integer("visits"),
                    interval: try rhythm.milliseconds("interval_s"),
                    exitAfter: try rhythm.milliseconds("exit_after_s")))
        }
        residentBytes = try fields.integer("rss_bytes")
        cpu = try fields.double("cpu_percent")
        clockSynced = try fields.bool("clock_synced")
        adapters = []
        for adapter in try fields.objects("adapters") {
            adapters.append(
                Adapter(
                    address: try adapter.string("address"), family: try adapter.string("family"),
                    mode: try adapter.string("mode"), lastReport: try adapter.double(ifKnown: "last_report_s"),
                    level: adapter.has("level") ? try adapter.integer("level") : 0,
                    counters: try adapter.object("counters").counters))
        }
    }
}
