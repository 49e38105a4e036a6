/// The two trees: one for sites, one for persons.
public struct Topics: Hashable, Sendable {
    /// Without a slash at either end; the 1 is the major version of the contract.
    public let base: String
    public let users: String

    public init(base: String = "beckon/v1", users: String = "beckon-user/v1") {
        self.base = base
        self.users = users
    }

    public func text(_ topic: Topic) -> String {
        switch topic {
        case .status(let box): "\(base)/\(box)/status"
        case .event(let box, let type, let region, let beacon):
            "\(base)/\(box)/event/\(type.rawValue)/\(region)/\(beacon.topicLevel)"
        case .presence(let box, let region, let beacon): "\(base)/\(box)/presence/\(region)/\(beacon.topicLevel)"
        case .region(let box, let region): "\(base)/\(box)/region/\(region)"
        case .ranging(let box, let region): "\(base)/\(box)/ranging/\(region)"
        case .sighting(let box, let region, let beacon): "\(base)/\(box)/sighting/\(region)/\(beacon.topicLevel)"
        case .telemetry(let box): "\(base)/\(box)/telemetry"
        case .lost(let box): "\(base)/\(box)/lost"
        case .ack(let box): "\(base)/\(box)/ack"
        case .request(let box): "\(base)/\(box)/request"
        case .response(let box, let client): "\(base)/\(box)/response/\(TopicLevel.escape(client))"
        case .discovery(let box): "homeassistant/device/\(HomeAssistantDevice.identifier(box))/config"
        case .visit(let site, let type, let zone, let beacon):
            "\(base)/\(site)/_site/visit/\(type.rawValue)/\(zone ?? Self.store)/\(beacon.topicLevel)"
        case .sitePresence(let site, let beacon): "\(base)/\(site)/_site/presence/\(beacon.topicLevel)"
        case .paused(let site): "\(base)/\(site)/_site/paused"
        case .deny(let site): "\(base)/\(site)/_site/deny"
        case .consumerStatus(let id): "\(base)/_consumer/\(TopicLevel.escape(id))/status"
        case .notify(let user): "\(users)/\(user)/notify"
        case .encounter(let user): "\(users)/\(user)/encounter"
        }
    }

    /// What `text` made this from; `nil` for everything else, names against the rule included, and for `discovery`,
    /// which does not tell where the site ends and the gateway begins.
    public func parse(_ text: String) -> Topic? {
        if let levels = Self.levels(of: text, below: base) { return Self.siteTopic(levels) }
        if let levels = Self.levels(of: text, below: users) { return Self.userTopic(levels) }
        return nil
    }

    /// The level of a visit that is in no zone.
    static let store = "_store"

    private static func levels(of text: String, below tree: String) -> [Substring]? {
        guard text.utf8.count > tree.utf8.count, text.utf8.starts(with: tree.utf8) else { return nil }
        let bytes = text.utf8.span
        guard bytes[tree.utf8.count] == UInt8(ascii: "/") else { return nil }
        var levels: [Substring] = []
        levels.reserveCapacity(8)
        var start = text.utf8.index(text.startIndex, offsetBy: tree.utf8.count + 1)
        for offset in tree.utf8.count + 1..<bytes.count where bytes[offset] == UInt8(ascii: "/") {
            let slash = text.utf8.index(text.startIndex, offsetBy: offset)
            levels.append(text[start..<slash])
            start = text.utf8.index(after: slash)
        }
        levels.append(text[start...])
        return levels
    }

    private static func siteTopic(_ levels: [Substring]) -> Topic? {
        guard levels.count >= 3 else { return nil }
        if levels[0] == "_consumer" {
            guard levels.count == 3, levels[2] == "status", let id = TopicLevel.unescape(levels[1]) else { return nil }
            return .consumerStatus(id: id)
        }
        guard Name.isValid(levels[0]) else { return nil }
        let site = String(levels[0])
        if levels[1] == "_site" { return mergedTopic(site: site, levels) }
        guard Name.isValid(levels[1]) else { return nil }
        return gatewayTopic(GatewayID(site: site, gateway: String(levels[1])), levels)
    }

    private static func gatewayTopic(_ box: GatewayID, _ levels: [Substring]) -> Topic? {
        switch (String(levels[2]), levels.count) {
        // What comes by the thousand is looked for first.
        case ("event", 6) where Name.isValid(levels[4]):
            guard let type = Topic.EventType(rawValue: String(levels[3])) else { return nil }
            return Subject(topicLevel: levels[5]).map { .event(box, type, region: String(levels[4]), $0) }
        case ("presence", 5) where Name.isValid(levels[3]):
            return Subject(topicLevel: levels[4]).map { .presence(box, region: String(levels[3]), $0) }
        case ("status", 3): return .status(box)
        case ("telemetry", 3): return .telemetry(box)
        case ("lost", 3): return .lost(box)
        case ("ack", 3): return .ack(box)
        case ("request", 3): return .request(box)
        case ("response", 4): return TopicLevel.unescape(levels[3]).map { .response(box, client: $0) }
        case ("region", 4) where Name.isValid(levels[3]): return .region(box, region: String(levels[3]))
        case ("ranging", 4) where Name.isValid(levels[3]): return .ranging(box, region: String(levels[3]))
        case ("sighting", 5) where Name.isValid(levels[3]):
            return Subject(topicLevel: levels[4]).map { .sighting(box, region: String(levels[3]), $0) }
        default: return nil
        }
    }

    private static func mergedTopic(site: String, _ levels: [Substring]) -> Topic? {
        switch (levels[2], levels.count) {
        case ("paused", 3): return .paused(site: site)
        case ("deny", 3): return .deny(site: site)
        case ("presence", 4): return Subject(topicLevel: levels[3]).map { .sitePresence(site: site, $0) }
        case ("visit", 6) where levels[4] == store || Name.isValid(levels[4]):
            guard let type = Topic.VisitType(rawValue: String(levels[3])) else { return nil }
            let zone = levels[4] == store ? nil : String(levels[4])
            return Subject(topicLevel: levels[5]).map { .visit(site: site, type, zone: zone, $0) }
        default: return nil
        }
    }

    private static func userTopic(_ levels: [Substring]) -> Topic? {
        guard levels.count == 2, Name.isValidUser(levels[0]) else { return nil }
        switch levels[1] {
        case "notify": return .notify(user: String(levels[0]))
        case "encounter": return .encounter(user: String(levels[0]))
        default: return nil
        }
    }
}
