import Broker
import ConsumerStore
import Daemon
import Engagement
import HTTPServer
import MQTT
import Messages
import Presence
import Settings
import TimeZones

@main
enum Main {
    static func main() {
        let arguments = command.arguments()
        let log = Log()
        do {
            let signals = try Signals()
            let (configuration, warnings) = try Configuration.load(
                arguments["config"] ?? Configuration.installed, for: .consumer)
            log.level = Log.Level(rawValue: configuration.logLevel.rawValue) ?? .info
            for warning in warnings { log.warning("configuration", "\(warning)") }
            try run(configuration, arguments, log, signals)
        } catch let error as ConfigurationErrors {
            ExitCode.configuration.exit(saying: "\(error)")
        } catch let error as DirectoryFiles.Failure {
            ExitCode.configuration.exit(saying: "\(error)\n")
        } catch let error as ChannelServers.Failure {
            ExitCode.configuration.exit(saying: "\(error)\n")
        } catch {
            log.error("consumer", "\(error)")
            ExitCode.failure.exit()
        }
    }

    private static func run(
        _ configuration: Configuration, _ arguments: Arguments, _ log: Log, _ signals: borrowing Signals
    ) throws {
        let settings = configuration.consumer
        let id = "\(settings.broker.username ?? "beckon-consumer")-p00"
        let folder = try StateDirectory(
            path: StateDirectory.path(option: arguments["state"], name: "\(command.name)-p00"))
        let now = SystemClock.wallMilliseconds()
        for site in settings.sites where LocalTime(unixMilliseconds: now, zone: site.timeZone) == nil {
            log.error(
                "configuration", "the time zone is not known here, so nobody at the site is told anything",
                ["site": site.name, "time_zone": site.timeZone])
        }
        let store = try ConsumerStore(settings.store, folder: folder.path, holder: command.name, now: now)
        if let damaged = store.damagedFile {
            log.error("store", "the database was damaged; it is set aside and a new one begun", ["file": damaged])
        }
        let audit = AuditLog(in: folder.path, by: command.name)
        var housekeeper = try Housekeeper(settings, folder.path, audit, log, at: now)
        let decider = try housekeeper.start(at: now)
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let boot = RandomName.base32(8)
        let web =
            settings.http.listen == nil
            ? nil
            : try Web(
                try ConsumerStore(
                    settings.store, folder: folder.path, holder: "\(command.name) pages", now: now, isShared: true),
                settings, audit, log)
        let core = try ConsumerCore(
            settings.sites, decider, topics: topics,
            storeRegions: Set(configuration.presence.regions.filter { $0.role == .store }.map(\.name)),
            delivery: Delivery(
                servers: try ChannelServers(settings.channels), templates: settings.templates, links: web?.links),
            engine: try settings.recommender.engine.map { engine in
                EngineDesk(try EngineServer(engine), deadline: engine.deadline)
            }, from: store, at: now, boot: boot, makeID: { RandomName.base32(26) })
        let status = ConsumerStatus(topics: topics, id: id, boot: boot, since: now)
        var options = MQTTOptions(settings.broker, clientID: id)
        options.cleanStart = false
        options.sessionExpiry = .seconds(14 * 86_400)
        options.will = status.message(.lost, at: now)
        options.subscriptions = ConsumerCore.subscriptions(topics, client: id)
        log.info("consumer", "starting", ["client": id, "sites": settings.sites.count, "store": store.place])
        let consumer = Consumer(
            Consumer.State(core: core, store: store), status: status, ConsumerJournal(log, audit), web: web)
        let server = try web.flatMap { web in
            let regions = configuration.presence.regions
            let live = try LiveDesk { now in web.liveView(consumer, regions, at: now) }
            let server = serve(web.routes(for: consumer, live: live), settings.http, log)
            if server != nil { _ = try Worker(name: "live") { live.run() } }
            return server
        }
        defer { server?.stop() }
        try consumer.run(options, signals, ServiceNotifier(), housekeeper)
        log.info("consumer", "stopped")
        _ = consume folder
    }

    /// Notifications do not depend on the pages: where those cannot be served, the consumer goes on without.
    private static func serve(_ routes: WebRoutes, _ settings: HTTPSettings, _ log: Log) -> WebServer? {
        guard let address = settings.listen else { return nil }
        do throws(WebServerError) {
            let server = try WebServer(host: address.host, port: address.port, routes)
            log.info("http", "listening", ["url": "http://\(server.address)"])
            return server
        } catch {
            log.error("http", "no pages: \(error) (consumer.http.listen)")
            return nil
        }
    }
}
