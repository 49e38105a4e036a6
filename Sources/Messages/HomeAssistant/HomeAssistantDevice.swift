public import Beacons
public import JSON

/// A gateway as Home Assistant discovers it (MQTT device discovery): one device, whose entities read the topics that are
/// there anyway. Regions and beacons that the configuration names have entities; shoppers have none.
public struct HomeAssistantDevice: Hashable, Sendable {
    /// The most entities: of a configuration, or read from the broker.
    public static let mostComponents = 4096

    /// What Home Assistant knows the device by.
    public var identifier: String
    public var name: String
    public var version: String
    public var statusTopic: String
    /// By their names in the device; one that says its platform and no more is removed.
    public var components: [JSONValue.Member]

    private init(
        identifier: String, name: String, version: String, statusTopic: String, components: [JSONValue.Member]
    ) {
        self.identifier = identifier
        self.name = name
        self.version = version
        self.statusTopic = statusTopic
        self.components = components
    }

    /// - Parameters:
    ///   - beacons: of the region, those that the configuration names exactly.
    ///   - isTapped: whether the region tells taps.
    public init(
        _ gateway: GatewayID, version: String, topics: Topics,
        regions: [(name: String, isTapped: Bool, beacons: [BeaconIdentity])]
    ) {
        let identifier = Self.identifier(gateway)
        self.init(
            identifier: identifier, name: "Beckon \(gateway)", version: version,
            statusTopic: topics.text(.status(gateway)), components: [])
        for region in regions {
            let name = region.name
            let topic = topics.text(.region(gateway, region: name))
            add("occupancy_\(name)", "binary_sensor", "\(name) occupancy", topic, Self.occupancy, Self.occupancyWords)
            add("count_\(name)", "sensor", "\(name) count", topic, Self.count, Self.measurement)
            if region.isTapped {
                let taps = "\(topics.base)/\(gateway)/event/tap/\(name)/+"
                add("tap_\(name)", "event", "\(name) tap", taps, Self.tap, Self.tapWords)
            }
            for beacon in region.beacons {
                let subject = Subject(beacon)
                add(
                    "beacon_\(name)_\(Self.plain(subject.text))", "binary_sensor", "\(name) \(subject.text)",
                    topics.text(.presence(gateway, region: name, subject)), Self.presence, Self.presenceWords)
            }
        }
    }

    /// Names both; a component that only `other` has is removed.
    public func removing(whatOnly other: HomeAssistantDevice) -> HomeAssistantDevice {
        var merged = self
        let own = Set(components.map(\.name))
        for component in other.components where !own.contains(component.name) {
            guard !Self.isRemoved(component), let platform = component.value["platform"]?.string,
                merged.components.count < Self.mostComponents
            else { continue }
            merged.components.append(.init(component.name, .object([.init("platform", .string(platform))])))
        }
        return merged
    }

    /// Whether some component is there only to be removed.
    public var removesSomething: Bool { components.contains(where: Self.isRemoved) }

    static func identifier(_ gateway: GatewayID) -> String { "beckon_\(gateway.site)_\(gateway.gateway)" }

    private static func isRemoved(_ component: JSONValue.Member) -> Bool { component.value.object?.count ?? 0 < 2 }

    /// For what takes letters, digits and `_` only.
    private static func plain(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private mutating func add(
        _ component: String, _ platform: String, _ name: String, _ topic: String, _ template: String,
        _ more: [(String, JSONValue)]
    ) {
        guard components.count < Self.mostComponents else { return }
        let members: [(String, JSONValue)] = [
            ("platform", .string(platform)), ("unique_id", .string("\(identifier)_\(component)")),
            ("name", .string(name)), ("state_topic", .string(topic)), ("value_template", .string(template)),
        ]
        components.append(.init(component, .object((members + more).map { JSONValue.Member($0.0, $0.1) })))
    }
}

// MARK: What Home Assistant makes of our payloads

extension HomeAssistantDevice {
    /// It takes `None` for unknown.
    private static let occupancy = "{{ 'None' if value_json.state == 'unknown' else value_json.state }}"
    private static let occupancyWords: [(String, JSONValue)] = [
        ("payload_on", .string("inside")), ("payload_off", .string("outside")), ("device_class", .string("occupancy")),
    ]
    private static let count = "{{ value_json.count }}"
    private static let measurement: [(String, JSONValue)] = [("state_class", .string("measurement"))]
    /// A tap of yesterday, sent when the line is back, opens nothing.
    private static let tap = """
        {% if not value_json.data.replayed %}{{ {'event_type': 'tap', 'beacon': value_json.subject, \
        'hold_ms': value_json.data.hold_ms} | tojson }}{% endif %}
        """
    private static let tapWords: [(String, JSONValue)] = [("event_types", .array([.string("tap")]))]
    /// A state that is cleared says nothing, and means absent.
    private static let presence = "{{ value_json.state if value_json is defined else 'absent' }}"
    private static let presenceWords: [(String, JSONValue)] = [
        ("payload_on", .string("present")), ("payload_off", .string("absent")), ("device_class", .string("presence")),
    ]
    private static let available = "{{ 'online' if value_json.state in ['online', 'degraded'] else 'offline' }}"
}

extension HomeAssistantDevice: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.name("device")
            $0.object {
                $0.name("identifiers")
                $0.array { $0.string(identifier) }
                $0.field("name", name)
                $0.field("manufacturer", "Beckon")
                $0.field("model", "beckon-gateway")
                $0.field("sw_version", version)
            }
            $0.name("origin")
            $0.object {
                $0.field("name", "beckon")
                $0.field("sw_version", version)
            }
            $0.name("availability")
            $0.array {
                $0.object {
                    $0.field("topic", statusTopic)
                    $0.field("value_template", Self.available)
                }
            }
            $0.field("components", .object(components))
            $0.field("qos", 1)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        let device = try fields.object("device")
        guard let identifier = try device.strings("identifiers").first else {
            throw device.fault("identifiers", .missing)
        }
        guard let availability = try fields.objects("availability").first else {
            throw fields.fault("availability", .missing)
        }
        self.init(
            identifier: identifier, name: try device.string("name"), version: try device.string("sw_version"),
            statusTopic: try availability.string("topic"),
            components: Array(try fields.members("components").prefix(Self.mostComponents)))
    }
}
