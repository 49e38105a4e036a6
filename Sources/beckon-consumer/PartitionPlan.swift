import Engagement
import MQTT
import Presence
import Settings

/// What a partition goes by of the configuration as it is now.
struct PartitionPlan: Sendable {
    var sites: [SiteConfiguration] = []
    var rules = RuleConfiguration()
    /// Of role `store`.
    var storeRegions: Set<String> = []
    /// Of role `reader`.
    var readers: Set<String> = []
    var servers = ChannelServers()
    var templates = Templates.builtIn
}

extension PartitionPlan {
    /// - Parameter servers: with the secrets as they are now.
    init(_ configuration: Configuration, for partition: Partition, _ servers: ChannelServers) {
        sites = configuration.consumer.sites.filter { partition.contains($0.name) }
        rules = configuration.consumer.rules
        storeRegions = configuration.presence.names(of: .store)
        readers = configuration.presence.names(of: .reader)
        self.servers = servers
        templates = configuration.consumer.templates
    }
}

extension PresenceConfiguration {
    func names(of role: Region.Role) -> Set<String> { Set(regions.filter { $0.role == role }.map(\.name)) }
}
