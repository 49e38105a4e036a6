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
    /// Of the consumer's state.
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
        let store = try ConsumerStore(settings.store, folder: folder, holder: holder, now: now)
        guard try store.lease(partition.number) else { return }
        if let damaged = store.damagedFile {
            log.error("store", "the database was damaged; it is set aside and a new one begun", ["file": damaged])
        }
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let sites = settings.sites.filter { partition.contains($0.name) }
        let privacy = try ConsumerPrivacy(configuration)
        let audit = AuditLog(in: folder, by: command.name)
        var housekeeper = try Housekeeper(self, partition, privacy.keyring, audit, at: now)
        let core = try ConsumerCore(
            sites, try housekeeper.start(at: now), topics: topics,
            storeRegions: Set(configuration.presence.regions.filter { $0.role == .store }.map(\.name)),
            privacy: privacy, from: store, at: now, makeID: { RandomName.base32(26) })
        let id = partition.clientID(settings.broker)
        let status = ConsumerStatus(topics: topics, id: id, boot: RandomName.base32(8), since: now)
        var options = MQTTOptions(settings.broker, clientID: id)
        options.cleanStart = false
        options.sessionExpiry = .seconds(14 * 86_400)
        options.will = status.message(.lost, at: now)
        options.subscriptions = partition.subscriptions(topics, sites: sites, client: id)
        log.info("consumer", "starting", ["client": id, "sites": sites.count, "store": store.place])
        let consumer = Consumer(
            Consumer.State(core: core, store: store), status: status, stop: stop, ConsumerJournal(log, audit))
        try consumer.run(options, notifier, housekeeper, beat)
        log.info("consumer", "stopped", ["client": id])
    }
}
