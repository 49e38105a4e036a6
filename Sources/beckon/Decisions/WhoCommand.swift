import ConsumerStore
import Daemon
import Engagement
import JSON
import Messages
import Settings

extension Subcommand {
    static let who = Subcommand(
        command: Command(
            name: "beckon who",
            summary: """
                Lists who is in which store and zone, and since when, as the consumer knows it.
                """,
            options: ConsumerState.options + [
                .init("site", value: "SITE", "of one site"), .init("json", "a line of JSON each"),
            ],
            example: """
                beckon who --site demo-shop
                """),
        run: { arguments in
            let state = try ConsumerState(arguments, by: "beckon who", at: SystemClock.wallMilliseconds())
            let sites = state.configuration.consumer.sites.map(\.name).filter { arguments["site"] ?? $0 == $0 }
            if let site = arguments["site"], sites.isEmpty {
                throw CommandFailure(description: "the configuration has no site \(site)")
            }
            let directory = try Directory(state.store.directory().content)
            let output = OutputFile.standard()
            for site in sites {
                for visit in try state.store.visits(at: site).sorted(by: { $0.since < $1.since }) {
                    let user = directory.visitor(carrying: visit.beacon)?.id
                    guard arguments.has("json") else {
                        let place = visit.zone.map { "\(site)/\($0)" } ?? site
                        try output.write(
                            "\(user ?? "\(visit.beacon)")  \(place)  since \(Timestamp.text(visit.since)), heard "
                                + "\(Timestamp.text(visit.lastPresent))\n")
                        continue
                    }
                    var json = JSONWriter()
                    json.object {
                        $0.field("site", site)
                        if let zone = visit.zone { $0.field("zone", zone) }
                        $0.field("beacon", "\(visit.beacon)")
                        if let user { $0.field("user", user) }
                        $0.field("visit", visit.id)
                        $0.field("since", Timestamp.text(visit.since))
                        $0.field("last_present", Timestamp.text(visit.lastPresent))
                    }
                    try output.write(json.bytes + [UInt8(ascii: "\n")])
                }
            }
        })
}
