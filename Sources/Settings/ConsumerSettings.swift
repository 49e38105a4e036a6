public import Engagement

/// What concerns the program that decides and notifies.
public struct ConsumerSettings: Hashable, Sendable {
    public var store = StoreSettings()
    /// A folder whose files are imported; `nil`: none.
    public var importFolder: String?
    /// How the consumer reaches its broker.
    public var broker = BrokerSettings()
    public var sites: [SiteConfiguration] = []
    public var rules = RuleConfiguration()
    public var recommender = RecommenderSettings()
    public var channels = ChannelSettings()
    /// The sentences of notifications.
    public var templates = Templates.builtIn
    /// Its pages and the phones' way in.
    public var http = HTTPSettings(port: 8080)
    public var retention = Retention()

    public init() {}
}

extension ConsumerSettings {
    mutating func read(_ section: Section) {
        store.read(section)
        if section.node("import_folder")?.text != "none" { importFolder = section.folder("import_folder") }
        section.section("broker") { broker.read($0) }
        section.named("sites") { sites.append(.read(name: $0, $1)) }
        section.section("rules") { rules.read($0) }
        section.section("recommender") { recommender.read($0) }
        section.section("channels") { channels.read($0) }
        section.named("templates") { templates[$0].read($1) }
        section.section("http") { http.read($0) }
        section.section("retention") { retention.read($0) }
    }
}

extension Retention {
    /// A day at least: it is seen to once a day.
    fileprivate mutating func read(_ section: Section) {
        section.read("presence", into: &presence, .duration(.seconds(86_400)))
        section.read("decisions", into: &decisions, .duration(.seconds(86_400)))
        section.read("sends", into: &sends, .duration(.seconds(86_400)))
    }
}
