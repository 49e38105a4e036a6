public import Engagement

/// What concerns the program that decides and notifies.
public struct ConsumerSettings: Hashable, Sendable {
    /// The SQLite file; `nil`: in the state folder.
    public var database: String?
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
        if let path = section.value("store", .store), let path {
            database = section.file(saying: "store").resolve(path)
        }
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

extension Kind where Value == String? {
    fileprivate static var store: Kind {
        .text("sqlite:auto or sqlite:PATH") { text in
            guard text.hasPrefix("sqlite:"), text.count > 7 else { return nil }
            return text == "sqlite:auto" ? .some(nil) : String(text.dropFirst(7))
        }
    }
}
