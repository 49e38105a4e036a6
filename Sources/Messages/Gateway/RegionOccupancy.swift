public import JSON
public import Presence

/// The retained occupancy of a region.
public struct RegionOccupancy: Hashable, Sendable {
    /// Unix milliseconds.
    public var at: Int64
    public var state: RegionState.State
    public var count: Int
    /// Unix milliseconds.
    public var since: Int64
    /// Why the state is unknown.
    public var reason: String?

    public init(at: Int64, state: RegionState.State, count: Int, since: Int64, reason: String?) {
        self.at = at
        self.state = state
        self.count = count
        self.since = since
        self.reason = reason
    }
}

extension RegionOccupancy: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("state", state.rawValue)
            $0.field("count", count)
            $0.time("since", since)
            if let reason { $0.field("reason", reason) }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        state = try fields.word("state")
        count = try fields.integer("count")
        since = try fields.time("since")
        reason = try fields.string(ifPresent: "reason")
    }
}
