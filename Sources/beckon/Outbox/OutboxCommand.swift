import Daemon
import Glibc
import JSON
import Messages
import Outbox
import Settings

extension Subcommand {
    static let outbox = Subcommand(
        command: Command(
            name: "beckon outbox",
            summary: """
                Shows what a gateway has still to send, and what its broker never took.

                A gateway that runs is asked over the broker (cli.broker); where none runs its file is read. ORDER is
                list, or for a gateway that runs: drain (what waits goes at once), drop (what waits is given up, and
                its subscribers are told), drop-dead (what the broker never took is thrown away).
                """,
            operands: [.init("ORDER", isRequired: false)],
            options: [
                .init("config", value: "FILE", "the configuration; default \(Configuration.installed)"),
                .init(
                    "state", value: "DIR",
                    "the gateway's; default $STATE_DIRECTORY, the package's, else ~/.local/state/beckon"),
                .init("gateway-id", value: "ID", "the gateway's name; overrides gateway.id"),
                .init("json", "one line of JSON"),
            ],
            example: """
                beckon outbox
                beckon outbox drain
                """),
        run: { arguments in
            let signals = try Signals()
            let order = try order(arguments.operands.first ?? "list")
            let (configuration, warnings) = try Configuration.load(
                arguments["config"] ?? Configuration.installed, for: .tools)
            for warning in warnings { Log().warning("configuration", warning.message, ["at": warning.place]) }
            let name = arguments["gateway-id"] ?? configuration.gateway.id ?? GatewayName.automatic(adapter: nil)
            let state = try StateDirectory.path(
                option: arguments["state"], name: "beckon-gateway-\(name)",
                installed: arguments["config"] == nil ? installedState : nil)
            let path = configuration.outbox.path ?? "\(state)/outbox.db"

            let report: OutboxReport
            if StateDirectory.user(of: state) != nil || access(path, F_OK) != 0 {
                let gateway = GatewayID(site: configuration.site, gateway: name)
                let question = GatewayQuestion(question: .outbox(order), gateway: gateway)
                switch try question.ask(configuration, signals) {
                case .success(let members):
                    report = try OutboxReport(parsing: Array(JSONValue.object(members).description.utf8))
                case .failure(_, let message): throw CommandFailure(description: message)
                }
            } else {
                guard order == .list else {
                    throw CommandFailure(
                        description: "no gateway works in \(state): start it first, so that its listeners are told")
                }
                report = try OutboxFile(path: path).report()
            }
            let output = OutputFile.standard()
            if arguments.has("json") {
                try output.write(report.rendered() + [UInt8(ascii: "\n")])
            } else {
                try output.write(OutboxPage(report, Style()).text)
            }
        })

    private static func order(_ word: String) throws(UsageError) -> Request.OutboxOrder {
        switch word {
        case "list": return .list
        case "drain": return .drain
        case "drop": return .drop
        case "drop-dead": return .dropDead
        default: throw .conflict("ORDER '\(word)': expected list, drain, drop or drop-dead")
        }
    }
}
