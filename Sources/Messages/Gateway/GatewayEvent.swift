public import Beacons
public import JSON
public import Presence

/// Something that happened in a visit, as a gateway tells it.
public struct GatewayEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// `reason`: `PresenceEvent.EnterReason`, or one that a newer gateway knows.
        case enter(reason: String)
        /// `dwell`: milliseconds from the first to the last sighting.
        case exit(reason: String, dwell: Int64)
        /// Milliseconds.
        case dwell(threshold: Int64)
        case proximity(from: Proximity, to: Proximity)
        /// Milliseconds.
        case tap(hold: Int64)
    }

    public var id: EventID
    public var kind: Kind
    public var region: String
    public var beacon: BeaconIdentity
    /// Names the key that made `beacon` a pseudonym; `nil`: it is none.
    public var keyID: String?
    /// Names the visit; the same in all its events.
    public var visit: String
    /// The number of the event in its visit, from 1.
    public var number: UInt32
    public var reading: Reading
    /// Sightings of the visit so far.
    public var sightings: UInt32
    /// Unix milliseconds: when it happened, however late it is sent.
    public var time: Int64
    /// Unix milliseconds.
    public var firstSeen: Int64
    /// Unix milliseconds.
    public var lastSeen: Int64
    /// Milliseconds that the last sighting may have been later: the gateway was down. `nil`: it is exact.
    public var lastSeenUncertainty: Int64?
    /// Whether the gateway's clock was right.
    public var clockSynced: Bool
    /// Whether the event is older than the connection that it came by.
    public var replayed: Bool
    /// Whether the radio was made up.
    public var simulated: Bool

    public init(
        id: EventID, kind: Kind, region: String, beacon: BeaconIdentity, keyID: String? = nil, visit: String,
        number: UInt32, reading: Reading, sightings: UInt32, time: Int64, firstSeen: Int64, lastSeen: Int64,
        lastSeenUncertainty: Int64? = nil, clockSynced: Bool, replayed: Bool, simulated: Bool
    ) {
        self.id = id
        self.kind = kind
        self.region = region
        self.beacon = beacon
        self.keyID = keyID
        self.visit = visit
        self.number = number
        self.reading = reading
        self.sightings = sightings
        self.time = time
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.lastSeenUncertainty = lastSeenUncertainty
        self.clockSynced = clockSynced
        self.replayed = replayed
        self.simulated = simulated
    }

    public var type: Topic.EventType {
        switch kind {
        case .enter: .enter
        case .exit: .exit
        case .dwell: .dwell
        case .proximity: .proximity
        case .tap: .tap
        }
    }

    /// Where the event belongs. One that came by another topic is forged.
    public var topic: Topic { .event(id.gateway, type, region: region, Subject(beacon)) }
}

extension GatewayEvent: Payload {
    public func write(to json: inout JSONWriter) {
        let envelope = CloudEvent(
            id: id.description, source: id.gateway.description, type: type.rawValue, subject: Subject(beacon).text,
            time: time)
        envelope.write(to: &json) {
            $0.field("site", id.gateway.site)
            $0.field("gateway", id.gateway.gateway)
            $0.field("region", region)
            $0.field("visit", visit)
            $0.field("seq", id.seq)
            $0.field("n", number)
            switch kind {
            case .enter(let reason):
                $0.field("reason", reason)
            case .exit(let reason, let dwell):
                $0.field("reason", reason)
                $0.field("dwell_ms", dwell)
            case .dwell(let threshold):
                $0.field("threshold_ms", threshold)
            case .proximity(let from, let to):
                $0.field("from", from.rawValue)
                $0.field("to", to.rawValue)
            case .tap(let hold):
                $0.field("hold_ms", hold)
            }
            $0.field("beacon", beacon, keyID: keyID)
            $0.field("measured_power", reading.measuredPower)
            $0.reading(level: reading.level, distance: reading.distance, proximity: reading.proximity)
            $0.field("sightings", sightings)
            $0.time("first_seen", firstSeen)
            $0.time("last_seen", lastSeen)
            if let lastSeenUncertainty { $0.field("last_seen_uncertainty_ms", lastSeenUncertainty) }
            $0.field("clock_synced", clockSynced)
            $0.field("replayed", replayed)
            $0.field("simulated", simulated)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        // In the order of the text, where each is found at once.
        let envelope = try CloudEvent(fields)
        guard let id = EventID(envelope.id) else {
            throw fields.fault("id", .expected("SITE/GATEWAY:EPOCH:SEQ"))
        }
        guard envelope.source == id.gateway.description else { throw fields.fault("source", .contradicts("id")) }
        self.id = id
        time = envelope.time
        let data = try fields.object("data")
        try data.require("site", toBe: id.gateway.site, asIn: "source")
        try data.require("gateway", toBe: id.gateway.gateway, asIn: "source")
        region = try data.name("region")
        visit = try data.string("visit")
        guard try data.integer("seq") == id.seq else { throw data.fault("seq", .contradicts("id")) }
        number = try data.integer("n")
        switch envelope.type {
        case "enter": kind = .enter(reason: try data.string("reason"))
        case "exit": kind = .exit(reason: try data.string("reason"), dwell: try data.integer("dwell_ms"))
        case "dwell": kind = .dwell(threshold: try data.integer("threshold_ms"))
        case "proximity": kind = .proximity(from: try data.word("from"), to: try data.word("to"))
        case "tap": kind = .tap(hold: try data.integer("hold_ms"))
        default: throw fields.fault("type", .expected("enter, exit, dwell, proximity or tap"))
        }
        (beacon, keyID) = try data.beacon("beacon")
        guard let subject = envelope.subject, BeaconIdentity(canonical: subject[...]) == beacon else {
            throw fields.fault("subject", .contradicts("data.beacon"))
        }
        let measuredPower: Int8 = try data.integer("measured_power")
        reading = Reading(
            level: try data.double(ifKnown: "rssi"), measuredPower: measuredPower,
            distance: try data.double(ifKnown: "distance_m"), proximity: try data.word("proximity"))
        sightings = try data.integer("sightings")
        firstSeen = try data.time("first_seen")
        lastSeen = try data.time("last_seen")
        let uncertainty = "last_seen_uncertainty_ms"
        lastSeenUncertainty = data.has(uncertainty) ? try data.integer(uncertainty) : nil
        clockSynced = try data.bool("clock_synced")
        replayed = try data.bool("replayed")
        simulated = try data.bool("simulated")
    }
}
