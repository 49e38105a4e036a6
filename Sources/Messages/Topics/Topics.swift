/// The two trees: one for sites, one for persons.
public struct Topics: Hashable, Sendable {
    /// Without a slash at either end; the 1 is the major version of the contract.
    public let base: String
    public let users: String

    public init(base: String = "beckon/v1", users: String = "beckon-user/v1") {
        self.base = base
        self.users = users
    }

    /// Put together in one piece: an interpolation grows several times on its way, and each event has two topics.
    public func text(_ topic: Topic) -> String {
        let levels = levels(topic)
        var text: [UInt8] = []
        text.reserveCapacity(levels.reduce(0) { $0 + $1.utf8.count + 1 })
        for index in levels.indices {
            if index > 0 { text.append(UInt8(ascii: "/")) }
            text.append(contentsOf: levels[index].utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func levels(_ topic: Topic) -> [String] {
        switch topic {
        case .status(let box): [base, box.site, box.gateway, "status"]
        case .event(let box, let type, let region, let beacon):
            [base, box.site, box.gateway, "event", type.rawValue, region, beacon.topicLevel]
        case .presence(let box, let region, let beacon):
            [base, box.site, box.gateway, "presence", region, beacon.topicLevel]
        case .region(let box, let region): [base, box.site, box.gateway, "region", region]
        case .ranging(let box, let region): [base, box.site, box.gateway, "ranging", region]
        case .sighting(let box, let region, let beacon):
            [base, box.site, box.gateway, "sighting", region, beacon.topicLevel]
        case .telemetry(let box): [base, box.site, box.gateway, "telemetry"]
        case .lost(let box): [base, box.site, box.gateway, "lost"]
        case .ack(let box): [base, box.site, box.gateway, "ack"]
        case .request(let box): [base, box.site, box.gateway, "request"]
        case .response(let box, let client): [base, box.site, box.gateway, "response", TopicLevel.escape(client)]
        case .discovery(let box): ["homeassistant", "device", HomeAssistantDevice.identifier(box), "config"]
        case .visit(let site, let type, let zone, let beacon):
            [base, site, "_site", "visit", type.rawValue, zone ?? Self.store, beacon.topicLevel]
        case .sitePresence(let site, let beacon): [base, site, "_site", "presence", beacon.topicLevel]
        case .paused(let site): [base, site, "_site", "paused"]
        case .deny(let site): [base, site, "_site", "deny"]
        case .consumerStatus(let id): [base, "_consumer", TopicLevel.escape(id), "status"]
        case .notify(let user): [users, user, "notify"]
        case .encounter(let user): [users, user, "encounter"]
        }
    }

    /// What `text` made this from; `nil` for everything else, names against the rule included, and for `discovery`,
    /// which does not tell where the site ends and the gateway begins.
    public func parse(_ text: String) -> Topic? {
        if let levels = TopicLevels(of: text, below: base) { return Self.siteTopic(levels) }
        if let levels = TopicLevels(of: text, below: users) { return Self.userTopic(levels) }
        return nil
    }

    /// The level of a visit that is in no zone.
    static let store = "_store"

    private static func siteTopic(_ levels: TopicLevels) -> Topic? {
        guard levels.count >= 3 else { return nil }
        guard let site = levels.name(0) else {
            guard levels[0] == "_consumer", levels.count == 3, levels[2] == "status" else { return nil }
            return TopicLevel.unescape(levels[1]).map { .consumerStatus(id: $0) }
        }
        guard let gateway = levels.name(1) else {
            return levels[1] == "_site" ? mergedTopic(site: site, levels) : nil
        }
        return gatewayTopic(GatewayID(site: site, gateway: gateway), levels)
    }

    private static func gatewayTopic(_ box: GatewayID, _ levels: TopicLevels) -> Topic? {
        switch (levels.word(2), levels.count) {
        case ("event", 6):
            guard let type = Topic.EventType(rawValue: levels.word(3)), let region = levels.name(4) else { return nil }
            return Subject(topicLevel: levels[5]).map { .event(box, type, region: region, $0) }
        case ("presence", 5):
            guard let region = levels.name(3) else { return nil }
            return Subject(topicLevel: levels[4]).map { .presence(box, region: region, $0) }
        case ("sighting", 5):
            guard let region = levels.name(3) else { return nil }
            return Subject(topicLevel: levels[4]).map { .sighting(box, region: region, $0) }
        case ("region", 4): return levels.name(3).map { .region(box, region: $0) }
        case ("ranging", 4): return levels.name(3).map { .ranging(box, region: $0) }
        case ("response", 4): return TopicLevel.unescape(levels[3]).map { .response(box, client: $0) }
        case ("status", 3): return .status(box)
        case ("telemetry", 3): return .telemetry(box)
        case ("lost", 3): return .lost(box)
        case ("ack", 3): return .ack(box)
        case ("request", 3): return .request(box)
        default: return nil
        }
    }

    private static func mergedTopic(site: String, _ levels: TopicLevels) -> Topic? {
        switch (levels.word(2), levels.count) {
        case ("paused", 3): return .paused(site: site)
        case ("deny", 3): return .deny(site: site)
        case ("presence", 4): return Subject(topicLevel: levels[3]).map { .sitePresence(site: site, $0) }
        case ("visit", 6):
            guard let type = Topic.VisitType(rawValue: levels.word(3)) else { return nil }
            let zone = levels.name(4)
            guard zone != nil || levels[4] == store else { return nil }
            return Subject(topicLevel: levels[5]).map { .visit(site: site, type, zone: zone, $0) }
        default: return nil
        }
    }

    private static func userTopic(_ levels: TopicLevels) -> Topic? {
        guard levels.count == 2, Name.isValidUser(levels[0]) else { return nil }
        switch levels.word(1) {
        case "notify": return .notify(user: levels.word(0))
        case "encounter": return .encounter(user: levels.word(0))
        default: return nil
        }
    }
}
