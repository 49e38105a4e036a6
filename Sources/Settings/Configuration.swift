import Beacons
public import Presence

/// Everything that the configuration file says; what it leaves out has its default.
public struct Configuration: Hashable, Sendable {
    /// The programs that read the file, each its part.
    public enum Program: Sendable {
        case gateway, consumer
        /// A person's commands.
        case tools
    }

    /// The store that the gateway stands in.
    public var site = "demo-shop"
    public var topics = TopicSettings()
    public var gateway = GatewaySettings()
    /// With the regions, the antenna's offset and the ranging interval.
    public var presence = PresenceConfiguration(regions: [])
    /// How long the retained state of a beacon that has gone stays.
    public var clearAfter: Duration = .seconds(60)
    public var outbox = OutboxSettings()
    public var rewind = RewindSettings()
    public var privacy = PrivacySettings()
    /// Whether Home Assistant finds the gateway.
    public var homeAssistant = false
    public var consumer = ConsumerSettings()
    public var cli = CLISettings()
    public var logLevel = LogLevel.info

    /// Where the package puts the file.
    public static let installed = "/etc/beckon/config.yaml"

    /// Sixteen hexadecimal digits that change when the file, or one that it includes, says something else.
    public internal(set) var fingerprint = ""

    public init() {}

    /// Reads a file with all that it includes, and finds everything that is wrong with it.
    ///
    /// - Parameters:
    ///   - program: whose part must be usable here, down to the files that it names; `nil`: every one's.
    ///   - changes: over what the file says, each as `KEY.KEY=VALUE`; a region is named as `regions.NAME`.
    public static func load(
        _ path: String, for program: Program? = nil, changes: [String] = []
    ) throws(ConfigurationErrors) -> (configuration: Configuration, warnings: [Fault]) {
        let foreign: [String] =
            switch program {
            case .gateway: ["consumer.", "cli."]
            case .consumer: ["gateway.", "cli."]
            // What the daemons alone may read; where it is needed after all, connecting says so.
            case .tools: ["gateway.", "consumer.", "broker.", "privacy."]
            case nil: []
            }
        let report = Report(foreign: foreign)
        var loader = Loader(report)
        let root = changes.reduce(loader.load(path)) { $1.change(over: $0, report) }
        var configuration = read(root, report)
        var fingerprint = Fingerprint()
        fingerprint.add(root)
        configuration.fingerprint = Hex.text(fingerprint.value, bytes: 8)
        if let failure = report.failure { throw failure }
        return (configuration, report.warnings)
    }

    static func read(_ node: Node, _ report: Report) -> Configuration {
        var configuration = Configuration()
        Section.read(node, report: report) { configuration.read($0) }
        return configuration
    }

    private mutating func read(_ section: Section) {
        // The loader has followed it; here it is only known.
        _ = section.node("include")
        section.read("site", into: &site, .name)
        section.section("broker") { section in
            gateway.broker.read(section)
            consumer.broker = gateway.broker
            cli.broker = gateway.broker
        }
        section.section("topics") { topics.read($0) }
        section.section("gateway") { section in
            gateway.read(section)
            section.read("rssi_offset", into: &presence.rssiOffset, .number(-60...60, "dB"))
            section.read("environment", into: &presence.environment, .number(1...10))
        }
        presence.regions = section.regions("regions")
        section.section("presence") { section in
            presence.read(section)
            section.read("clear_after", into: &clearAfter, .duration())
        }
        section.read("ranging", into: &presence.ranging, Kind<Duration>.duration(.milliseconds(100)).or("off"))
        section.read("sightings", into: &presence.sightings, .forwarding)
        section.section("outbox") { outbox.read($0) }
        section.section("rewind") { rewind.read($0) }
        section.section("privacy") { privacy.read($0) }
        section.read("home_assistant", into: &homeAssistant, .truth)
        section.section("consumer") { consumer.read($0) }
        section.section("cli") { section in section.section("broker") { cli.broker.read($0) } }
        section.section("log") { $0.read("level", into: &logLevel, .choice) }
        if [gateway.broker, consumer.broker].contains(where: { $0.password != nil && $0.username == nil }) {
            section.report.warning(section.mark("broker"), "a password without a username is not sent; give both")
        }
    }
}
