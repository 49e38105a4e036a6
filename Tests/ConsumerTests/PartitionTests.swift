import ConsumerStore
import Engagement
import MQTT
import Messages
import Settings
import Testing

@testable import beckon_consumer

@Suite struct PartitionTests {
    private func settings(_ partitions: Int, sites: [String]) -> ConsumerSettings {
        var settings = ConsumerSettings()
        settings.store.partitions = partitions
        settings.sites = sites.map { SiteConfiguration(name: $0, timeZone: "UTC") }
        return settings
    }

    @Test func `a site is in one partition, the same at every consumer and for ever`() {
        for site in (1...200).map({ "store-\($0)" }) {
            #expect((0..<7).count { Partition(number: $0, count: 7).contains(site) } == 1)
        }
        // By another implementation of FNV-1a (64 bits, upper half over the lower).
        let known = ["north": 1, "south": 2, "east": 0, "helsinki-1": 0, "demo-shop": 1]
        for (site, number) in known { #expect(Partition(number: number, count: 4).contains(site), "\(site)") }
    }

    @Test func `one partition listens to every site, one of several to its own`() {
        let sites = ["north", "south", "east"].map { SiteConfiguration(name: $0, timeZone: "UTC") }
        let all = Partition(number: 0, count: 1).subscriptions(Topics(), sites: sites, client: "c")
        #expect(all.map(\.filter).contains("beckon/v1/+/+/event/#"))
        let own = Partition(number: 2, count: 4).subscriptions(Topics(), sites: sites, client: "c")
        // What shoppers' phones say does not tell its site.
        let shops = own.filter { $0.filter != "beckon-user/v1/+/encounter" }
        #expect(shops.allSatisfy { $0.filter.hasPrefix("beckon/v1/south/") } && own.count == all.count)
    }

    @Test func `a partition without a site is nobody's work`() {
        #expect(Partition.all(settings(4, sites: ["north", "south", "east"])).map(\.number) == [0, 1, 2])
        #expect(Partition.all(settings(1, sites: [])).map(\.number) == [0])
    }

    @Test func `the sessions at the broker have fixed names`() {
        var broker = BrokerSettings()
        #expect(Partition(number: 7, count: 64).clientID(broker) == "beckon-consumer-p07")
        broker.username = "chain"
        #expect(Partition(number: 12, count: 64).clientID(broker) == "chain-p12")
    }

    @Test(arguments: [(4, 1, 4), (4, 2, 2), (4, 3, 2), (4, 9, 1), (1, 2, 1), (5, 0, 5)])
    func `consumers share the partitions evenly, and none is left`(partitions: Int, consumers: Int, share: Int) {
        #expect(Partition.share(of: partitions, among: consumers) == share)
    }

    @Test func `the report names each partition with its holder and sites`() {
        let lease = PartitionTable.Lease(partition: 1, holder: "shop-a/17", since: 0)
        let text = PartitionReport.text(settings(4, sites: ["north", "south", "demo-shop"]), [lease], 1)
        #expect(
            text == """
                beckon-consumer-p01  shop-a/17 since 1970-01-01T00:00:00.000Z  north, demo-shop
                beckon-consumer-p02  nobody  south
                1 consumer shares the work

                """)
    }
}
