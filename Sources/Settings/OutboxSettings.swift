/// How a gateway keeps its events until they are confirmed.
public struct OutboxSettings: Hashable, Sendable {
    /// How often events are written: what a disk bears against what a shopper waits.
    public enum Profile: String, Sendable, CaseIterable {
        case standard = "default"
        case sd, server
    }

    public enum Confirmation: String, Sendable, CaseIterable {
        case broker, consumer
    }

    /// `nil`: in the state folder.
    public var path: String?
    public var profile = Profile.standard
    public var maxEvents = 200_000
    /// Bytes.
    public var maxSize: Int64 = 256 << 20
    /// Bytes.
    public var minFree: Int64 = 64 << 20
    public var maxAge: Duration = .seconds(7 * 86_400)
    /// Events a second.
    public var replayRate = 500
    /// `nil`: the broker with MQTT 5, which says what it refuses, else the consumer.
    public var confirm: Confirmation?

    public init() {}
}

extension OutboxSettings {
    mutating func read(_ section: Section) {
        if section.value("path", .text("auto or a path") { $0 }) != "auto" { path = section.path("path") ?? path }
        section.read("profile", into: &profile, .choice)
        section.read("max_events", into: &maxEvents, .whole(100...10_000_000))
        section.read("max_size", into: &maxSize, .size(1 << 20...1 << 40))
        section.read("min_free", into: &minFree, .size(1 << 20...1 << 40))
        section.read("max_age", into: &maxAge, .duration(.seconds(60)))
        section.read("replay_rate", into: &replayRate, .perSecond(1...1_000_000))
        section.read("confirm", into: &confirm, Kind<Confirmation>.choice.or("auto"))
    }
}
