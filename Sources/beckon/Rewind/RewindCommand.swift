import Daemon
import Edge
import Presence
import Settings

extension Subcommand {
    static let rewind = Subcommand(
        command: Command(
            name: "beckon rewind",
            summary: """
                Runs the recorded time again, with other thresholds or other rules.

                A gateway with rewind.keep set keeps what it heard of the beacons in its regions. This runs it with
                the configuration as it is and with each --set over it, and shows both: enters, flaps an hour (who is
                back within two minutes of the exit), exit delays and dwell, region by region. What the gateway's
                regions did not hold then is not in the record.

                With --rules it makes the consumer's kept decisions again as another configuration would have: its
                rules, sites, opening hours and laws, for the shoppers and the beers of now. It shows what would have
                changed, reason by reason, and how many shoppers would meet a cap. Such a file includes the present
                one and changes consumer.rules. Under the present rules nothing changes. What came too late to be
                decided at all (rules.stale) is not kept; who was told would have stayed for a longer dwell, too, and
                it says of how many that is not known. The embedded recommender ranks.
                """,
            options: [
                .init("config", value: "FILE", "the configuration; default \(Configuration.installed)"),
                .init("set", value: "KEY=VALUE", "changes a key; may be repeated", isRepeated: true),
                .init("rules", value: "FILE", "another configuration, for the consumer's decisions"),
                .init("last", value: "DURATION", "with --rules: so far back; default 24h"),
                .init(
                    "state", value: "DIR",
                    "the gateway's, or the consumer's; default $STATE_DIRECTORY, the package's, else "
                        + "~/.local/state/beckon"),
                .init("gateway-id", value: "ID", "the gateway's name; overrides gateway.id"),
                .init("json", "as JSON"),
            ],
            example: """
                beckon rewind --set regions.shelf.enter.rssi=-72
                beckon rewind --set regions.shop.exit.after=30s --set gateway.rssi_offset=3 --json
                beckon rewind --rules new.yaml --last 7d
                """),
        run: { arguments in
            if let rules = arguments["rules"] { return try rewind(arguments, rules: rules) }
            guard arguments["last"] == nil else { throw UsageError.conflict("--last goes with --rules") }
            let path = arguments["config"] ?? Configuration.installed
            let (configuration, warnings) = try Configuration.load(path, for: .tools)
            for warning in warnings { Log().warning("configuration", warning.message, ["at": warning.place]) }
            let changes = arguments.all("set")
            let changed = try changes.isEmpty ? nil : Configuration.load(path, for: .tools, changes: changes)
            let name = arguments["gateway-id"] ?? configuration.gateway.id ?? GatewayName.automatic(adapter: nil)
            let state = try StateDirectory.path(
                option: arguments["state"], name: "beckon-gateway-\(name)",
                installed: arguments["config"] == nil ? installedState : nil)
            if state == installedState { try StateDirectory.checkOwner(of: state) }
            let record = try RewindRecord("\(state)/rewind")
            guard let before = run(record, configuration.presence) else {
                throw CommandFailure(
                    description: "nothing is recorded in \(state)/rewind: is rewind.keep set, and --state right?")
            }
            for file in before.result.damaged { Log().warning("rewind", "damaged, read up to there", ["file": file]) }
            let after = changed.flatMap { run(record, $0.configuration.presence) }
            let regions = configuration.presence.regions.map(\.name)
            let others = changed?.configuration.presence.regions.map(\.name) ?? regions
            guard regions == others else {
                throw UsageError.conflict("--set: regions can be changed, not added")
            }
            let report = RewindReport(
                regions: regions, duration: before.result.end - before.result.start, before: before.figures,
                after: after?.figures)
            let output = OutputFile.standard()
            if arguments.has("json") { try output.write(report.json) } else { try output.write(report.text) }
        })

    private static func run(
        _ record: RewindRecord, _ configuration: PresenceConfiguration
    ) -> (result: RewindResult, figures: [RewindFigures])? {
        var figures = configuration.regions.map { _ in RewindFigures() }
        // What is not published is counted all the same.
        var configuration = configuration
        for index in configuration.regions.indices {
            configuration.regions[index].notify.enter = true
            configuration.regions[index].notify.exit = true
        }
        return record.play(configuration) { figures[$0.region].add($0) }.map { ($0, figures) }
    }
}
