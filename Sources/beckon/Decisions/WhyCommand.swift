import ConsumerStore
import Daemon
import JSON
import Messages

extension Subcommand {
    static let why = Subcommand(
        command: Command(
            name: "beckon why",
            summary: """
                Explains a decision: each rule, in order, and what it saw.

                ID is a notification's, or the number of a decision (beckon decisions).
                """,
            operands: [.init("ID")], options: ConsumerState.options + [.init("json", "as JSON")],
            example: """
                beckon why 4242
                """),
        run: { arguments in
            let state = try ConsumerState(arguments, by: "beckon why", at: SystemClock.wallMilliseconds())
            let id = arguments.operands[0]
            guard let decision = try state.store.decision(id) else {
                throw CommandFailure(description: "no decision is kept of \(id); beckon decisions lists them")
            }
            let output = OutputFile.standard()
            if arguments.has("json") { return try output.write(decision.json) }
            let style = Style()
            var text = style.bold(decision.line) + "\n"
            let width = decision.findings.map(\.rule.count).max() ?? 0
            for (index, finding) in decision.findings.enumerated() {
                // The last one of a suppressed decision is the one that said no.
                let isNo = decision.reason != nil && index == decision.findings.count - 1
                let name = finding.rule + String(repeating: " ", count: width - finding.rule.count)
                text += "  \(isNo ? style.red("✗") : style.green("✓")) \(name)  \(finding.saw)\n"
            }
            try output.write(text)
        })
}

extension DecisionRecord {
    /// On one line, for people.
    var line: String {
        let place = zone.map { "\(site)/\($0)" } ?? site
        let outcome = reason ?? "sent \(send ?? "")"
        return "\(number)  \(Timestamp.text(at))  \(user)  \(place)  \(trigger)  \(outcome)"
    }

    var json: [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.field("number", number)
            $0.field("at", Timestamp.text(at))
            $0.field("user", user)
            $0.field("site", site)
            if let zone { $0.field("zone", zone) }
            $0.field("visit", visit)
            $0.field("trigger", trigger)
            $0.field("dwell_ms", dwell)
            if let reason { $0.field("reason", reason) }
            if let send { $0.field("notification", send) }
            $0.name("findings")
            $0.array { list in
                for finding in findings {
                    list.object {
                        $0.field("rule", finding.rule)
                        $0.field("saw", finding.saw)
                    }
                }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}
