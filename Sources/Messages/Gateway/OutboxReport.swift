public import JSON

/// What a gateway has still to send, and what its broker never took: its answer to `outbox`.
public struct OutboxReport: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        public var seq: UInt64
        /// As the type of events, or `events_lost`.
        public var type: String
        /// `nil` of lost events.
        public var region: String?
        public var subject: String?
        /// Unix milliseconds: when it happened, as far as the gateway's clock was right.
        public var time: Int64
        /// How many events it stands for.
        public var count: UInt64

        public init(seq: UInt64, type: String, region: String?, subject: String?, time: Int64, count: UInt64) {
            self.seq = seq
            self.type = type
            self.region = region
            self.subject = subject
            self.time = time
            self.count = count
        }
    }

    public struct DeadLetter: Hashable, Sendable {
        public var seq: UInt64
        /// What the broker said.
        public var reason: String
        /// Unix milliseconds: when it said so.
        public var at: Int64
        public var topic: String
        /// Of the payload.
        public var bytes: UInt64

        public init(seq: UInt64, reason: String, at: Int64, topic: String, bytes: UInt64) {
            self.seq = seq
            self.reason = reason
            self.at = at
            self.topic = topic
            self.bytes = bytes
        }
    }

    /// The most of either that a report shows.
    public static let most = 50

    public var epoch: String
    /// Events that are not confirmed.
    public var waiting: UInt64
    /// The first of them.
    public var rows: [Row]
    public var dead: UInt64
    /// The last of them.
    public var deadLetters: [DeadLetter]
    /// Events that this very request gave up.
    public var dropped: UInt64?
    /// Why nothing is sent, or kept, now.
    public var fault: String?

    public init(
        epoch: String, waiting: UInt64, rows: [Row], dead: UInt64, deadLetters: [DeadLetter], dropped: UInt64? = nil,
        fault: String? = nil
    ) {
        self.epoch = epoch
        self.waiting = waiting
        self.rows = rows
        self.dead = dead
        self.deadLetters = deadLetters
        self.dropped = dropped
        self.fault = fault
    }
}

extension OutboxReport: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("epoch", epoch)
            $0.field("waiting", waiting)
            $0.name("rows")
            $0.array {
                for row in rows {
                    $0.object {
                        $0.field("seq", row.seq)
                        $0.field("type", row.type)
                        if let region = row.region { $0.field("region", region) }
                        if let subject = row.subject { $0.field("subject", subject) }
                        $0.time("time", row.time)
                        $0.field("count", row.count)
                    }
                }
            }
            $0.field("dead", dead)
            $0.name("dead_letters")
            $0.array {
                for letter in deadLetters {
                    $0.object {
                        $0.field("seq", letter.seq)
                        $0.field("reason", letter.reason)
                        $0.time("at", letter.at)
                        $0.field("topic", letter.topic)
                        $0.field("bytes", letter.bytes)
                    }
                }
            }
            if let dropped { $0.field("dropped", dropped) }
            if let fault { $0.field("fault", fault) }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        epoch = try fields.string("epoch")
        waiting = try fields.integer("waiting")
        rows = []
        for row in try fields.objects("rows") {
            rows.append(
                Row(
                    seq: try row.integer("seq"), type: try row.string("type"),
                    region: try row.string(ifPresent: "region"), subject: try row.string(ifPresent: "subject"),
                    time: try row.time("time"), count: try row.integer("count")))
        }
        dead = try fields.integer("dead")
        deadLetters = []
        for letter in try fields.objects("dead_letters") {
            deadLetters.append(
                DeadLetter(
                    seq: try letter.integer("seq"), reason: try letter.string("reason"), at: try letter.time("at"),
                    topic: try letter.string("topic"), bytes: try letter.integer("bytes")))
        }
        dropped = fields.has("dropped") ? try fields.integer("dropped") : nil
        fault = try fields.string(ifPresent: "fault")
    }
}
