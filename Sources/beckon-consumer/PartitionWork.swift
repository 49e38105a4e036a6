import Broker
import ConsumerStore
import Daemon
import Engagement
import MQTT
import Messages
import Presence
import Settings

/// What it takes to work on a partition.
struct PartitionWork: Sendable {
    let configuration: Configuration
    let directory: Directory
    /// Where an SQLite store lies unless the configuration says it.
    let folder: String
    let log: Log
    let notifier: ServiceNotifier
    /// How the other consumers see us.
    let holder = ProcessName.text

    var partitions: [Partition] { Partition.all(configuration.consumer) }

    /// Works on a partition until asked to stop, or until its lease is lost; returns at once where another holds it.
    func run(_ partition: Partition, _ stop: StopRequest, _ beat: () -> Void) throws {
        let now = SystemClock.wallMilliseconds()
        let settings = configuration.consumer
        let store = try open(now)
        guard try store.lease(partition.number) else { return }
        if let damaged = store.damagedFile {
            log.error("store", "the database was damaged; it is set aside and a new one begun", ["file": damaged])
        }
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let sites = settings.sites.filter { partition.contains($0.name) }
        let core = try ConsumerCore(
            sites, Decider(settings.rules, directory), topics: topics,
            storeRegions: Set(configuration.presence.regions.filter { $0.role == .store }.map(\.name)), from: store,
            at: now, makeID: { RandomName.base32(26) })
        let id = partition.clientID(settings.broker)
        let status = ConsumerStatus(topics: topics, id: id, boot: RandomName.base32(8), since: now)
        var options = MQTTOptions(settings.broker, clientID: id)
        options.cleanStart = false
        options.sessionExpiry = .seconds(14 * 86_400)
        options.will = status.message(.lost, at: now)
        options.subscriptions = partition.subscriptions(topics, sites: sites)
        log.info("consumer", "starting", ["client": id, "sites": sites.count, "store": store.place])
        let consumer = Consumer(Consumer.State(core: core, store: store), status: status, stop: stop, log: log)
        try consumer.run(options, notifier, beat)
        log.info("consumer", "stopped", ["client": id])
    }

    private func open(_ now: Int64) throws -> ConsumerStore {
        let settings = configuration.consumer.store
        switch settings.place {
        case .sqlite(let path): return try ConsumerStore(path: path ?? "\(folder)/consumer.sqlite", now: now)
        case .postgreSQL(let url):
            return try ConsumerStore(url: url, password: settings.password?.read(), holder: holder, now: now)
        }
    }
}
