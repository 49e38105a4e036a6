public import JSON

/// A question to a gateway, or an order.
public struct Request: Hashable, Sendable {
    public enum Question: Hashable, Sendable {
        /// How it is, and who is there: in every region or in one, everyone or one beacon.
        case state(region: String? = nil, subject: String? = nil)
        /// Scanning begins anew on every adapter.
        case rescan
        /// What is logged, until it is told otherwise or starts again.
        case logLevel(LogLevel)
        /// A beacon is erased: what is known of it, what waits to be sent of it, what is retained of it.
        case forget(Forgotten)
        case outbox(OutboxOrder)
    }

    public enum LogLevel: String, Sendable, CaseIterable {
        case debug, info, warning, error
    }

    public enum Forgotten: Hashable, Sendable {
        /// As the subject of events says it.
        case subject(String)
        /// The beacon's keyed hash, as in the list of who is denied.
        case hash(String)
    }

    public enum OutboxOrder: String, Sendable, CaseIterable {
        /// What waits, and what the broker never took.
        case list
        /// What waits is sent now, whatever the pace of a back-log.
        case drain
        /// What waits is given up; one `events_lost` stands in its place.
        case drop
        /// What the broker never took is thrown away.
        case dropDead = "drop_dead"
    }

    /// Comes back in the response, where MQTT 5's correlation data cannot. Up to its first colon it names who asks:
    /// without a response topic that is where the answer goes.
    public var id: String?
    public var question: Question

    public init(id: String?, _ question: Question) {
        self.id = id
        self.question = question
    }
}

extension Request: Payload {
    private enum Operation: String, CaseIterable {
        case state, rescan, loglevel, forget, outbox
    }

    public func write(to json: inout JSONWriter) {
        json.object {
            if let id { $0.field("id", id) }
            $0.field("op", operation.rawValue)
            $0.name("args")
            $0.object { arguments in
                switch question {
                case .state(let region, let subject):
                    if let region { arguments.field("region", region) }
                    if let subject { arguments.field("subject", subject) }
                case .rescan: break
                case .logLevel(let level): arguments.field("level", level.rawValue)
                case .forget(.subject(let subject)): arguments.field("subject", subject)
                case .forget(.hash(let hash)): arguments.field("hash", hash)
                case .outbox(let order): arguments.field("do", order.rawValue)
                }
            }
        }
    }

    private var operation: Operation {
        switch question {
        case .state: .state
        case .rescan: .rescan
        case .logLevel: .loglevel
        case .forget: .forget
        case .outbox: .outbox
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        id = try fields.string(ifPresent: "id")
        let operation: Operation = try fields.word("op")
        let arguments = fields.has("args") ? try fields.object("args") : Fields(emptyAt: "args")
        switch operation {
        case .state:
            question = .state(
                region: arguments.has("region") ? try arguments.name("region") : nil,
                subject: try arguments.string(ifPresent: "subject"))
        case .rescan: question = .rescan
        case .loglevel: question = .logLevel(try arguments.word("level"))
        case .forget: question = .forget(try Self.forgotten(arguments))
        case .outbox: question = .outbox(arguments.has("do") ? try arguments.word("do") : .list)
        }
    }

    /// Exactly one, so that nobody believes that both were erased.
    private static func forgotten(_ arguments: Fields) throws(PayloadError) -> Forgotten {
        switch (arguments.has("subject"), arguments.has("hash")) {
        case (true, false): return .subject(try arguments.string("subject"))
        case (false, true): return .hash(try arguments.string("hash"))
        case (true, true): throw arguments.fault("hash", .contradicts("subject: give one of them"))
        case (false, false): throw arguments.fault("subject", .missing)
        }
    }
}
