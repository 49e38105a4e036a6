import Daemon
import Edge
import Messages
import Settings

@main
enum Main {
    static func main() {
        let arguments = command.arguments()
        let log = Log()
        do {
            let signals = try Signals()
            let configuration = try configuration(arguments, log)
            log.level = Log.Level(rawValue: configuration.logLevel.rawValue) ?? .info
            try run(configuration, arguments, log, signals)
        } catch let error as ConfigurationErrors {
            ExitCode.configuration.exit(saying: "\(error)")
        } catch let error as UsageError {
            command.fail(error)
        } catch {
            log.error("gateway", "\(error)")
            ExitCode.failure.exit()
        }
    }

    private static func configuration(_ arguments: Arguments, _ log: Log) throws -> Configuration {
        let (configuration, warnings) = try Configuration.load(
            arguments["config"] ?? Configuration.installed, for: .gateway)
        for warning in warnings { log.warning("configuration", warning.message, ["at": warning.place]) }
        return configuration
    }

    private static func run(
        _ configuration: Configuration, _ arguments: Arguments, _ log: Log, _ signals: borrowing Signals
    ) throws {
        let chosen = try arguments.value("source", as: GatewaySource.expected, GatewaySource.init)
        let givenName = try arguments.value("gateway-id", as: "a name of a-z 0-9 _ -") { Name.isValid($0) ? $0 : nil }
        let start = try arguments.value("start-at", as: "a time such as 2026-11-30T17:05:00Z") {
            Timestamp.milliseconds($0)
        }
        let source = try Sources.open(
            chosen ?? configuration.gateway.source, configuration, log,
            startingAt: start.map(Sources.instant) ?? .now)
        let name = givenName ?? configuration.gateway.id ?? GatewayName.automatic(adapter: source.address)
        let state = try StateDirectory(
            path: StateDirectory.path(option: arguments["state"], name: "\(command.name)-\(name)"))

        log.info(
            "gateway", "starting",
            ["id": "\(configuration.site)/\(name)", "source": chosen ?? configuration.gateway.source])
        try Gateway.run(
            configuration, name: name, source: source,
            outbox: configuration.outbox.path ?? "\(state.path)/outbox.db", rewind: "\(state.path)/rewind",
            page: configuration.gateway.http.listen, log: log, signals: signals,
            reload: { try Self.configuration(arguments, log) })
        log.info("gateway", "stopped")
        _ = consume state
    }
}
