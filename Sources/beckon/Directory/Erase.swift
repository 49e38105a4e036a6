import ConsumerStore
import Daemon
import Engagement
import JSON
import Messages
import Settings

extension Subcommand {
    static let erase = Subcommand(
        command: Command(
            name: "beckon erase",
            summary: """
                Erases a visitor: everything that the consumer keeps of them, and what the gateways know.

                The store forgets in one transaction, and a later import does not bring them back (beckon import
                --again does). Then the running consumer asks every gateway of the sites to forget their beacons, over
                and over until it has. What is printed is the receipt, kept in the state folder, too: which gateways
                have forgotten, and which have not answered yet; their answers go to the audit log there.
                """,
            operands: [.init("USER")],
            options: ConsumerState.options + [
                .init("wait", value: "SECONDS", "for the answers of gateways and recommender; default 10")
            ],
            example: """
                beckon erase q4x9-stout
                """),
        run: { arguments in
            let wait = try arguments.value("wait", as: "seconds from 0 to 600") { text in
                Int(text).flatMap { (0...600).contains($0) ? $0 : nil }
            }
            let user = arguments.operands[0]
            let now = SystemClock.wallMilliseconds()
            let state = try ConsumerState(arguments, by: "beckon erase", at: now)
            var gateways = state.configuration.consumer.sites.flatMap { site in
                site.zones.flatMap(\.gateways).map { "\(site.name)/\($0.gateway)" }
            }
            if state.configuration.consumer.recommender.engine != nil { gateways.append(ConsumerStore.engine) }
            guard let erasure = try state.store.erase(user, state.keyring, gateways: Set(gateways), at: now) else {
                throw CommandFailure(description: "nobody is known by the id \(user)")
            }
            let deadline = SystemClock.monotonicMicroseconds() + Int64(wait ?? 10) * 1_000_000
            var outcome = try state.store.forgetting(erasure.alias)
            while !outcome.missing.isEmpty, SystemClock.monotonicMicroseconds() < deadline {
                Descriptors.wait([], until: SystemClock.monotonicMicroseconds() + 100_000)
                outcome = try state.store.forgetting(erasure.alias)
            }
            // Of the beacons, which stood there for the gateways.
            try state.store.scrub()
            let event = AuditEvent.erased(
                person: erasure.alias, rows: erasure.rows, confirmed: outcome.confirmed, missing: outcome.missing)
            try state.audit.note([event], at: now)
            // As in the audit log: whoever keeps the receipt keeps nothing about the person.
            let receipt = event.line(at: now, by: "beckon erase")
            try OutputFile(replacing: "\(state.folder)/erased-\(erasure.alias).json").write(receipt)
            try OutputFile.standard().write(receipt)
            if !outcome.missing.isEmpty {
                try OutputFile.standardError().write(
                    "no answer yet from \(outcome.missing.joined(separator: ", ")); the consumer goes on asking\n")
            }
        })
}
