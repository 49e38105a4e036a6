import Daemon
import Engagement
import MQTT
import Messages
import Settings

/// One part of the sites, and the durable session at the broker that their messages wait in, whoever works on it.
struct Partition: Sendable {
    let number: Int
    /// How many there are.
    let count: Int

    /// The client id at the broker: `USER-p00`.
    func clientID(_ broker: BrokerSettings) -> String {
        "\(broker.username ?? "beckon-consumer")-p\(number < 10 ? "0" : "")\(number)"
    }

    /// Those that have a site.
    static func all(_ settings: ConsumerSettings) -> [Partition] {
        let all = (0..<settings.store.partitions).map { Partition(number: $0, count: settings.store.partitions) }
        return all.count == 1 ? all : all.filter { part in settings.sites.contains { part.contains($0.name) } }
    }

    /// The most that one consumer takes.
    static func share(of partitions: Int, among consumers: Int) -> Int {
        let consumers = max(consumers, 1)
        return (partitions + consumers - 1) / consumers
    }

    func contains(_ site: String) -> Bool { count == 1 || Self.hash(site) % UInt64(count) == UInt64(number) }

    /// The same on every machine, for ever: else two would work on one site. FNV-1a of 64 bits, folded, for its last bits
    /// alone are poor.
    private static func hash(_ text: String) -> UInt64 {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return hash ^ hash >> 32
    }

    /// What the consumer listens to: every site or, where there are several partitions, those of this one.
    ///
    /// - Parameter client: as which gateways answer it.
    func subscriptions(
        _ topics: Topics, sites: [SiteConfiguration], client: String
    ) -> [MQTTOptions.Subscription] {
        let shops = (count == 1 ? ["+"] : sites.map(\.name).filter(contains)).flatMap { site in
            let (gateways, own) = ("\(topics.base)/\(site)/+", "\(topics.base)/\(site)/_site")
            return [
                MQTTOptions.Subscription("\(gateways)/status"), .init("\(gateways)/event/#"), .init("\(gateways)/lost"),
                .init("\(gateways)/presence/#", ignoresOwn: true), .init("\(gateways)/ranging/#", qos: 0),
                .init("\(gateways)/telemetry", qos: 0),
                .init("\(gateways)/response/\(client)"), .init("\(own)/paused"),
                .init("\(own)/presence/+", ignoresOwn: true),
            ]
        }
        return shops + [.init("\(topics.users)/+/encounter")]
    }
}
