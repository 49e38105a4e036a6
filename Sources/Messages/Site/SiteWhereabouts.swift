public import JSON

/// The retained place of one beacon at a site (`_site/presence`).
public struct SiteWhereabouts: Hashable, Sendable {
    /// Unix milliseconds.
    public var at: Int64
    /// `nil`: in no zone.
    public var zone: String?
    /// Unix milliseconds: in that zone since.
    public var since: Int64
    public var visit: String

    public init(at: Int64, zone: String?, since: Int64, visit: String) {
        self.at = at
        self.zone = zone
        self.since = since
        self.visit = visit
    }
}

extension SiteWhereabouts: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("zone", zone ?? Topics.store)
            $0.time("since", since)
            $0.field("visit", visit)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        zone = try fields.zone("zone")
        since = try fields.time("since")
        visit = try fields.string("visit")
    }
}
