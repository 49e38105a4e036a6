public import JSON

/// The one suggestion that a shopper gets.
public struct Notification: Hashable, Sendable {
    /// 128 random bits in hexadecimal; the same in every attempt.
    public var id: String
    public var user: String
    public var site: String
    /// `nil`: a store without zones.
    public var zone: String?
    public var item: String
    public var title: String
    public var body: String
    /// Why, in words, the strongest first.
    public var reasons: [String]
    /// The promotion's label.
    public var promotion: String?
    /// What the law wants said.
    public var notice: String?
    /// Addresses of pages: the item, why it was told, never again; `nil`: there are no pages.
    public var link: String?
    public var why: String?
    public var optOut: String?
    /// Unix milliseconds: when it was decided.
    public var time: Int64
    /// Unix milliseconds: after that it is not to be shown.
    public var expiresAt: Int64

    public init(
        id: String, user: String, site: String, zone: String?, item: String, title: String, body: String,
        reasons: [String], promotion: String?, notice: String?, link: String? = nil, why: String? = nil,
        optOut: String? = nil, time: Int64, expiresAt: Int64
    ) {
        self.id = id
        self.user = user
        self.site = site
        self.zone = zone
        self.item = item
        self.title = title
        self.body = body
        self.reasons = reasons
        self.promotion = promotion
        self.notice = notice
        self.link = link
        self.why = why
        self.optOut = optOut
        self.time = time
        self.expiresAt = expiresAt
    }

    public var topic: Topic { .notify(user: user) }
}

extension Notification: Payload {
    public func write(to json: inout JSONWriter) {
        CloudEvent(id: id, source: site, type: "notification", subject: user, time: time).write(to: &json) {
            $0.field("user", user)
            $0.field("site", site)
            if let zone { $0.field("zone", zone) }
            $0.field("item", item)
            $0.field("title", title)
            $0.field("body", body)
            $0.name("reasons")
            $0.array { for reason in reasons { $0.string(reason) } }
            if let promotion { $0.field("promotion", promotion) }
            if let notice { $0.field("notice", notice) }
            if let link { $0.field("link", link) }
            if let why { $0.field("why", why) }
            if let optOut { $0.field("opt_out", optOut) }
            $0.time("expires_at", expiresAt)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        let envelope = try CloudEvent(fields)
        guard envelope.type == "notification" else { throw fields.fault("type", .expected("notification")) }
        let data = try fields.object("data")
        id = envelope.id
        time = envelope.time
        user = try data.parsed("user", as: "a user") { Name.isValidUser($0) ? $0 : nil }
        site = try data.name("site")
        zone = data.has("zone") ? try data.name("zone") : nil
        item = try data.string("item")
        title = try data.string("title")
        body = try data.parsed("body", as: "a text of at most 2048 bytes") { $0.utf8.count <= 2048 ? $0 : nil }
        reasons = try data.strings("reasons")
        promotion = try data.string(ifPresent: "promotion")
        notice = try data.string(ifPresent: "notice")
        link = try data.string(ifPresent: "link")
        why = try data.string(ifPresent: "why")
        optOut = try data.string(ifPresent: "opt_out")
        expiresAt = try data.time("expires_at")
    }
}
