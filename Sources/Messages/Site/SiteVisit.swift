public import Beacons
public import JSON

/// The consumer's merged truth for a site: someone came, left, or moved to another zone.
public struct SiteVisit: Hashable, Sendable {
    public var type: Topic.VisitType
    /// Unique at the site: receivers drop repeats by it.
    public var id: String
    /// Unix milliseconds: when it happened.
    public var time: Int64
    public var site: String
    /// `nil`: in no zone.
    public var zone: String?
    /// Of a move.
    public var fromZone: String?
    /// Names the store visit.
    public var visit: String
    public var beacon: BeaconIdentity
    /// Names the key that made `beacon` a pseudonym.
    public var keyID: String?
    /// Unix milliseconds: when the store visit began.
    public var since: Int64
    /// Milliseconds, of an exit.
    public var dwell: Int64?
    public var reason: String

    public init(
        type: Topic.VisitType, id: String, time: Int64, site: String, zone: String?, fromZone: String?, visit: String,
        beacon: BeaconIdentity, keyID: String? = nil, since: Int64, dwell: Int64?, reason: String
    ) {
        self.type = type
        self.id = id
        self.time = time
        self.site = site
        self.zone = zone
        self.fromZone = fromZone
        self.visit = visit
        self.beacon = beacon
        self.keyID = keyID
        self.since = since
        self.dwell = dwell
        self.reason = reason
    }

    public var topic: Topic { .visit(site: site, type, zone: zone, Subject(beacon)) }
    private var source: String { "\(site)/_site" }
}

extension SiteVisit: Payload {
    public func write(to json: inout JSONWriter) {
        let envelope = CloudEvent(
            id: id, source: source, type: "site.\(type.rawValue)", subject: Subject(beacon).text, time: time)
        envelope.write(to: &json) {
            $0.field("site", site)
            $0.field("zone", zone ?? Topics.store)
            if let fromZone { $0.field("from_zone", fromZone) }
            $0.field("visit", visit)
            $0.field("beacon", beacon, keyID: keyID)
            $0.time("since", since)
            if let dwell { $0.field("dwell_ms", dwell) }
            $0.field("reason", reason)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        let envelope = try CloudEvent(fields)
        let type = Topic.VisitType.allCases.first { envelope.type == "site.\($0.rawValue)" }
        guard let type else { throw fields.fault("type", .expected("site.enter, site.exit or site.move")) }
        let data = try fields.object("data")
        self.type = type
        id = envelope.id
        time = envelope.time
        site = try data.name("site")
        zone = try data.zone("zone")
        fromZone = data.has("from_zone") ? try data.name("from_zone") : nil
        visit = try data.string("visit")
        (beacon, keyID) = try data.beacon("beacon")
        since = try data.time("since")
        dwell = data.has("dwell_ms") ? try data.integer("dwell_ms") : nil
        reason = try data.string("reason")
        try fields.require("source", toBe: source, asIn: "data.site")
        try fields.require("subject", toBe: Subject(beacon).text, asIn: "data.beacon")
    }
}
