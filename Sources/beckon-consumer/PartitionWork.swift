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
    let current: CurrentConfiguration
    /// Of the consumer's state.
    let folder: String
    let log: Log
    let notifier: ServiceNotifier
    let floor = Floor()
    /// How the other consumers see us.
    let holder = ProcessName.text

    var configuration: Configuration { current.value }
    var partitions: [Partition] { Partition.all(configuration.consumer) }

    /// Works on a partition until asked to stop, or until its lease is lost; returns at once where another holds it.
    func run(_ partition: Partition, _ stop: StopRequest, _ beat: () -> Void) throws {
        let now = SystemClock.wallMilliseconds()
        // Before the configuration: what is read in between is found by its version.
        let version = current.version
        let configuration = configuration
        let settings = configuration.consumer
        let store = try ConsumerStore(settings.store, folder: folder, holder: holder, now: now)
        if let damaged = store.damagedFile {
            log.error("store", "the database was damaged; it is set aside and a new one begun", ["file": damaged])
        }
        let boot = RandomName.base32(8)
        let audit = AuditLog(in: folder, by: command.name)
        let privacy = try ConsumerPrivacy(configuration)
        var housekeeper = try Housekeeper(self, partition, privacy.keyring, audit, version: version, at: now)
        // Before the lease: what comes while a large directory is loaded is another's.
        let decider = try housekeeper.start(at: now)
        guard try store.lease(partition.number) else { return }
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let plan = PartitionPlan(configuration, for: partition, try ChannelServers(settings.channels))
        let core = try ConsumerCore(
            plan.sites, decider, topics: topics, storeRegions: plan.storeRegions, partition: partition.number,
            privacy: privacy,
            delivery: Delivery(servers: plan.servers, templates: plan.templates, links: try links(store)),
            engine: try settings.recommender.engine.map { engine in
                EngineDesk(try EngineServer(engine), deadline: engine.deadline)
            }, from: store, at: now, boot: boot, makeID: { RandomName.base32(26) })
        let id = partition.clientID(settings.broker)
        let status = ConsumerStatus(topics: topics, id: id, boot: boot, since: now)
        var options = MQTTOptions(settings.broker, clientID: id)
        options.cleanStart = false
        options.sessionExpiry = .seconds(14 * 86_400)
        options.will = status.message(.lost, at: now)
        log.info("consumer", "starting", ["client": id, "sites": plan.sites.count, "store": store.place])
        let consumer = Consumer(
            Consumer.State(core: core, store: store), partition: partition.number, status: status, stop: stop,
            ConsumerJournal(log, audit), floor)
        try floor.enter(consumer, on: partition.number) { try web(audit) }
        defer { floor.leave(partition.number) }
        try consumer.run(
            { sites in
                var options = options
                options.subscriptions = partition.subscriptions(topics, sites: sites, client: id)
                return options
            }, notifier, housekeeper, beat)
        log.info("consumer", "stopped", ["client": id])
    }

    /// For the notifications that go out; `nil`: the world has no address of ours.
    private func links(_ store: borrowing ConsumerStore) throws -> Links? {
        guard configuration.consumer.http.listen != nil, let base = configuration.consumer.http.publicURL else {
            return nil
        }
        return try PageAddresses(of: store).links(from: base)
    }

    private func web(_ audit: AuditLog) throws -> Web? {
        let settings = configuration.consumer
        guard settings.http.listen != nil else { return nil }
        let store = try PageStore { [folder, holder] in
            try ConsumerStore(
                settings.store, folder: folder, holder: "\(holder) pages", now: SystemClock.wallMilliseconds(),
                isShared: true)
        }
        return try Web(store, current, audit, log)
    }
}
