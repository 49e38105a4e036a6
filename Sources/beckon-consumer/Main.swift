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
            let configuration = try configuration(arguments, log)
            log.level = Log.Level(rawValue: configuration.logLevel.rawValue) ?? .info
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

    /// Reads it, and says what is odd in it.
    private static func configuration(_ arguments: Arguments, _ log: Log) throws -> Configuration {
        let (configuration, warnings) = try Configuration.load(
            arguments["config"] ?? Configuration.installed, for: .consumer)
        for warning in warnings { log.warning("configuration", warning.message, ["at": warning.place]) }
        let now = SystemClock.wallMilliseconds()
        for site in configuration.consumer.sites where LocalTime(unixMilliseconds: now, zone: site.timeZone) == nil {
            log.error(
                "configuration", "the time zone is not known here, so nobody at the site is told anything",
                ["site": site.name, "time_zone": site.timeZone])
        }
        return configuration
    }

    private static func run(
        _ configuration: Configuration, _ arguments: Arguments, _ log: Log, _ signals: borrowing Signals
    ) throws {
        let folder = try StateDirectory(
            path: StateDirectory.path(option: arguments["state"], name: "\(command.name)-p00"))
        let notifier = ServiceNotifier()
        let work = PartitionWork(
            current: CurrentConfiguration(configuration), folder: folder.path, log: log, notifier: notifier)
        try Supervisor(work) { try Self.configuration(arguments, log) }.run(signals)
        _ = consume folder
    }
}
