import ConsumerStore
import Daemon

extension Subcommand {
    static let decisions = Subcommand(
        command: Command(
            name: "beckon decisions",
            summary: """
                Lists what was decided about whom and why, the latest last.

                A reason is a rule's code, such as dwell_too_short, or sent.
                """,
            options: ConsumerState.options + [
                .init("site", value: "SITE", "of one site"), .init("user", value: "USER", "about one shopper"),
                .init("reason", value: "CODE", "with one outcome"),
                .init("limit", value: "COUNT", "the last so many; default 20"),
                .init("json", "a line of JSON each, with what every rule saw"),
            ],
            example: """
                beckon decisions --site demo-shop --reason sent
                """),
        run: { arguments in
            let limit = try arguments.value("limit", as: "a number from 1 to 100000") { text in
                Int(text).flatMap { (1...100_000).contains($0) ? $0 : nil }
            }
            let state = try ConsumerState(arguments, by: "beckon decisions", at: SystemClock.wallMilliseconds())
            var filter = ConsumerStore.DecisionFilter()
            filter.site = arguments["site"]
            filter.user = arguments["user"]
            filter.reason = arguments["reason"]
            filter.limit = limit ?? 20
            let output = OutputFile.standard()
            for decision in try state.store.decisions(filter) {
                if arguments.has("json") {
                    try output.write(decision.json)
                } else {
                    try output.write("\(decision.line)\n")
                }
            }
        })
}
