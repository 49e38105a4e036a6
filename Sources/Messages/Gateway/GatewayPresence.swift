public import JSON
public import Presence

/// The retained state of a beacon in a region.
public struct GatewayPresence: Hashable, Sendable {
    public enum State: String, Sendable, CaseIterable {
        case present, absent
    }

    /// Unix milliseconds.
    public var at: Int64
    public var state: State
    /// As in the events of the visit.
    public var visit: String
    /// Unix milliseconds: the first sighting.
    public var since: Int64
    /// Unix milliseconds.
    public var lastSeen: Int64
    /// dBm.
    public var level: Double?
    /// Metres.
    public var distance: Double?
    public var proximity: Proximity
    /// Milliseconds of silence that would end the visit.
    public var exitAfter: Int64
    /// Milliseconds between two sightings, as far as known.
    public var interval: Int64?
    /// Why the visit ended; `nil` while present.
    public var reason: String?

    public init(
        at: Int64, state: State, visit: String, since: Int64, lastSeen: Int64, level: Double?, distance: Double?,
        proximity: Proximity, exitAfter: Int64, interval: Int64?, reason: String?
    ) {
        self.at = at
        self.state = state
        self.visit = visit
        self.since = since
        self.lastSeen = lastSeen
        self.level = level
        self.distance = distance
        self.proximity = proximity
        self.exitAfter = exitAfter
        self.interval = interval
        self.reason = reason
    }
}

extension GatewayPresence: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("state", state.rawValue)
            $0.field("visit", visit)
            $0.time("since", since)
            $0.time("last_seen", lastSeen)
            $0.reading(level: level, distance: distance, proximity: proximity)
            $0.field("exit_after_s", Double(exitAfter) / 1000, decimals: 3)
            if let interval { $0.field("interval_s", Double(interval) / 1000, decimals: 3) }
            if let reason { $0.field("reason", reason) }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        state = try fields.word("state")
        visit = try fields.string("visit")
        since = try fields.time("since")
        lastSeen = try fields.time("last_seen")
        level = try fields.double(ifKnown: "rssi")
        distance = try fields.double(ifKnown: "distance_m")
        proximity = try fields.word("proximity")
        exitAfter = try fields.milliseconds("exit_after_s")
        interval = fields.has("interval_s") ? try fields.milliseconds("interval_s") : nil
        reason = try fields.string(ifPresent: "reason")
    }
}

extension Fields {
    /// A duration in seconds.
    func milliseconds(_ key: String) throws(PayloadError) -> Int64 {
        let seconds = try double(key)
        guard (0...1e9).contains(seconds) else { throw fault(key, .expected("seconds")) }
        return Int64(seconds * 1000 + 0.5)
    }
}
