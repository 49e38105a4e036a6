import Beacons
import Engagement
import Messages
import Presence
import Settings

/// The longest topic that a configuration can bring forth.
struct LongestTopic {
    let text: String

    var slashes: Int { text.utf8.count { $0 == UInt8(ascii: "/") } }

    /// What brokers of others do not take: AWS IoT has 7 slashes and 256 bytes.
    var warnings: [String] {
        var warnings: [String] = []
        if slashes > 7 { warnings.append("topics with \(slashes) slashes; some brokers take 7: shorten topics.base") }
        if text.utf8.count > 256 { warnings.append("topics of \(text.utf8.count) bytes; some brokers take 256") }
        return warnings
    }

    init(_ configuration: Configuration) {
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let name = configuration.gateway.id ?? GatewayName.automatic(adapter: nil)
        let box = GatewayID(site: configuration.site, gateway: name)
        var all: [Topic] = [.status(box), .telemetry(box), .notify(user: String(repeating: "u", count: 64))]
        for region in configuration.presence.regions {
            let subject = Subject(region.filter.longestIdentity)
            for type in Topic.EventType.allCases { all.append(.event(box, type, region: region.name, subject)) }
            for site in configuration.consumer.sites {
                for zone in site.zones.map({ Optional($0.name) }) + [nil] {
                    for type in Topic.VisitType.allCases {
                        all.append(.visit(site: site.name, type, zone: zone, subject))
                    }
                }
            }
        }
        text = all.map(topics.text).max { $0.utf8.count < $1.utf8.count } ?? ""
    }
}

extension RegionFilter {
    /// Of the beacons in the region, one whose text is as long as any.
    fileprivate var longestIdentity: BeaconIdentity {
        switch self {
        case .iBeacon(let uuid, let majors, let minors):
            let (major, minor) = (majors?.ranges.last?.upperBound, minors?.ranges.last?.upperBound)
            return .iBeacon(uuid: uuid, major: major ?? .max, minor: minor ?? .max)
        case .altBeacon(let code, _): return .altBeacon(code: code ?? 0, idUpper: 0, idLower: 0)
        case .eddystoneUID(let namespace, let instance):
            return .eddystoneUID(namespace: namespace, instance: instance ?? 0)
        case .addresses(let addresses): return .address(addresses.first ?? BluetoothAddress(0))
        }
    }
}
