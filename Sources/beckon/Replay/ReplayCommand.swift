import Daemon
import Edge
import Messages
import Presence
import Settings

extension Subcommand {
    static let replay = Subcommand(
        command: Command(
            name: "beckon replay",
            summary: """
                Sends a capture through the gateway's pipeline.

                The events come as lines of JSON, at their own time, as fast as it goes or at --speed; after the
                capture's end time runs on until every deadline has fired. With --publish they go to the broker, at
                the pace of life and as of now: the first packet is heard when the command starts, or at --start-at,
                so that several captures of one shop can be replayed beside each other.
                """,
            operands: [.init("FILE")],
            options: [
                .init("config", value: "FILE", "the configuration; default \(Configuration.installed)"),
                .init("speed", value: "N", "times the pace of life, or max, which is the default"),
                .init("publish", "to the broker instead of standard output"),
                .init("start-at", value: "TIME", "when the first packet is heard, as 2026-11-30T17:05:00Z"),
                .init("gateway-id", value: "ID", "the gateway's name; overrides gateway.id"),
                .init("state", value: "DIR", "with --publish: where its state lies"),
            ],
            example: """
                beckon replay --config config.yaml walk.btsnoop
                beckon replay --config config.yaml --publish --gateway-id demo-gateway walk.btsnoop
                """),
        run: { arguments in
            let speed = try arguments.value("speed", as: "a number above 0, or max", Speed.init)
            let start = try arguments.value("start-at", as: "a time such as 2026-11-30T17:05:00Z") {
                Timestamp.milliseconds($0)
            }
            let name = try arguments.value("gateway-id", as: "a name of a-z 0-9 _ -") { Name.isValid($0) ? $0 : nil }
            let isPublished = arguments.has("publish")
            if isPublished, speed != nil {
                throw UsageError.conflict("--speed with --publish: what is published has the pace of life")
            }
            let (configuration, warnings) = try Configuration.load(
                arguments["config"] ?? Configuration.installed, for: isPublished ? .gateway : .tools)
            let log = Log()
            for warning in warnings { log.warning("configuration", warning.message, ["at": warning.place]) }
            let path = arguments.operands[0]
            let box = name ?? configuration.gateway.id ?? GatewayName.automatic(adapter: nil)
            if isPublished {
                try publish(path, configuration, name: box, start: start, state: arguments["state"], log)
            } else {
                let id = GatewayID(site: configuration.site, gateway: box)
                try ReplayPrinter(id, configuration, start: start, speed: speed ?? .unlimited)
                    .run(try CaptureFile(path))
            }
        })

    private static func publish(
        _ path: String, _ configuration: Configuration, name: String, start: Int64?, state: String?, _ log: Log
    ) throws {
        let signals = try Signals()
        let state = try StateDirectory(path: StateDirectory.path(option: state, name: "beckon-replay-\(name)"))
        let source = try Sources.open(
            .replay(path: path), configuration, log, startingAt: start.map(Sources.instant) ?? .now)
        try Gateway.run(
            configuration, name: name, source: source, outbox: nil, log: log, signals: signals, endsWithSource: true,
            reload: { configuration })
        _ = consume state
    }
}
