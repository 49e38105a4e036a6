import ConsumerStore
import Daemon
import Engagement
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
            for warning in warnings { log.warning("configuration", warning.message, ["at": warning.place]) }
            if arguments.has("partitions") {
                ExitCode.ok.exit(saying: try PartitionReport.text(configuration.consumer))
            }
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
        let folder = try StateDirectory(
            path: StateDirectory.path(option: arguments["state"], name: "\(command.name)-p00"))
        let now = SystemClock.wallMilliseconds()
        for site in settings.sites where LocalTime(unixMilliseconds: now, zone: site.timeZone) == nil {
            log.error(
                "configuration", "the time zone is not known here, so nobody at the site is told anything",
                ["site": site.name, "time_zone": site.timeZone])
        }
        let notifier = ServiceNotifier()
        let work = PartitionWork(
            configuration: configuration, folder: folder.path, log: log, notifier: notifier)
        try Supervisor(work).run(signals)
        _ = consume folder
    }
}
