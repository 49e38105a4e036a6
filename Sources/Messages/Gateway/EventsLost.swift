public import JSON

/// Events that a gateway dropped: an overflow is never silent.
public struct EventsLost: Hashable, Sendable {
    public var gateway: GatewayID
    public var epoch: String
    /// The numbers of the first and the last.
    public var from: UInt64
    public var to: UInt64
    /// How many between them were lost.
    public var count: UInt64
    /// Unix milliseconds: when the first happened.
    public var first: Int64
    /// Unix milliseconds: when the last happened.
    public var last: Int64
    public var reason: String

    public init(
        gateway: GatewayID, epoch: String, from: UInt64, to: UInt64, count: UInt64, first: Int64, last: Int64,
        reason: String
    ) {
        self.gateway = gateway
        self.epoch = epoch
        self.from = from
        self.to = to
        self.count = count
        self.first = first
        self.last = last
        self.reason = reason
    }

    public var topic: Topic { .lost(gateway) }
    private var source: String { "\(gateway):\(epoch)" }
}

extension EventsLost: Payload {
    public func write(to json: inout JSONWriter) {
        let envelope = CloudEvent(
            id: "\(source):\(from)-\(to)", source: gateway.description, type: "events_lost", subject: nil, time: last)
        envelope.write(to: &json) {
            $0.field("from_seq", from)
            $0.field("to_seq", to)
            $0.field("count", count)
            $0.time("first", first)
            $0.time("last", last)
            $0.field("reason", reason)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        let envelope = try CloudEvent(fields, type: "events_lost")
        let data = try fields.object("data")
        gateway = try fields.parsed("source", as: "SITE/GATEWAY", GatewayID.init)
        from = try data.integer("from_seq")
        to = try data.integer("to_seq")
        count = try data.integer("count")
        first = try data.time("first")
        last = try data.time("last")
        reason = try data.string("reason")
        let parts = envelope.id.split(separator: ":", omittingEmptySubsequences: false)
        epoch = parts.count == 3 ? String(parts[1]) : ""
        guard Name.isValid(epoch), envelope.id == "\(source):\(from)-\(to)" else {
            throw fields.fault("id", .contradicts("source and data"))
        }
    }
}
