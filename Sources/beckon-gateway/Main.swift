import BlueZ
import Broker
import Captures
import Daemon
import MQTT
import Messages
import Presence
import Radio
import Settings

@main
enum Main {
    static func main() {
        let arguments = command.arguments()
        let log = Log()
        do {
            let signals = try Signals()
            let (configuration, warnings) = try Configuration.load(
                arguments["config"] ?? defaultConfiguration, for: .gateway)
            log.level = configuration.logLevel.level
            for warning in warnings { log.warning("configuration", "\(warning)") }
            try run(arguments, configuration, log, signals)
        } catch let error as ConfigurationErrors {
            log.error("configuration", "\(error)")
            ExitCode.configuration.exit()
        } catch {
            log.error("gateway", "\(error)")
            ExitCode.failure.exit()
        }
    }

    private static func run(
        _ arguments: Arguments, _ configuration: Configuration, _ log: Log, _ signals: borrowing Signals
    ) throws {
        let source = try source(arguments["source"], configuration, log)
        let name = try arguments["gateway-id"].map(validName) ?? configuration.gateway.id
            ?? GatewayName.automatic(adapter: source.addressForName)
        let state = try StateDirectory(
            path: StateDirectory.path(option: arguments["state"], name: "\(command.name)-\(name)"))
        let gateway = GatewayID(site: configuration.site, gateway: name)
        let identity = Gateway.Identity(
            gateway: gateway, boot: RandomName.base32(8), since: SystemClock.wallMilliseconds())
        var options = MQTTOptions(configuration.gateway.broker, clientID: "\(gateway.site):\(gateway.gateway)")
    }
}
