import ConsumerStore
import Daemon
import Engagement
import Messages
import Settings
import TimeZones

extension Subcommand {
    static let preview = Subcommand(
        command: Command(
            name: "beckon preview",
            summary: """
                Shows what a shopper would be told now, or why nothing: as if they had just stayed long enough.

                Every rule is asked, with what the consumer remembers of them; nothing is sent or kept. The embedded
                recommender ranks, also where an engine is configured.
                """,
            options: ConsumerState.options + [
                .init("user", value: "USER", "the shopper; needed"), .init("site", value: "SITE", "the store; needed"),
                .init("zone", value: "ZONE", "default: the first of the site"),
                .init("at", value: "TIME", "then, as 2026-11-30T17:05:00Z; default now"),
            ],
            example: """
                beckon preview --user q4x9-stout --site demo-shop --at 2026-12-24T22:30:00Z
                """),
        run: { arguments in
            guard let user = arguments["user"], let name = arguments["site"] else {
                throw UsageError.missingOperand("--user USER and --site SITE")
            }
            let at = try arguments.value("at", as: "a time such as 2026-11-30T17:05:00Z", Timestamp.milliseconds)
            let now = at ?? SystemClock.wallMilliseconds()
            let state = try ConsumerState(arguments, by: "beckon preview", at: now)
            let settings = state.configuration.consumer
            guard let site = settings.sites.first(where: { $0.name == name }) else {
                throw CommandFailure(description: "the configuration has no site \(name)")
            }
            if let zone = arguments["zone"], !site.zones.contains(where: { $0.name == zone }) {
                throw CommandFailure(description: "site \(name) has no zone \(zone)")
            }
            let decider = Decider(settings.rules, try Directory(state.store.directory().content))
            guard let visitor = decider.directory.visitor(user) else {
                throw CommandFailure(description: "nobody is known by the id \(user)")
            }
            let opportunity = Opportunity(
                beacon: visitor.identity, visit: "preview", zone: arguments["zone"] ?? site.zones.first?.name,
                trigger: .dwell,
                dwell: 0, required: 0)
            var context = Decider.Circumstances(
                site: site, standing: .present,
                minuteOfDay: LocalTime(unixMilliseconds: now, zone: site.timeZone)?.minuteOfDay,
                sends: try state.store.sends(of: user, after: now - decider.memory), now: now)
            context.feedback = try state.store.feedback(of: user, after: now - decider.memory)
            context.siteSends = try state.store.sends(at: name, after: now - 3_600_000)
            context.pause = try state.store.pauses()[name]
            let decision = decider.decide(opportunity, context)
            try OutputFile.standard().write(text(decision, for: visitor, at: site, settings))
        })

    private static func text(
        _ decision: Decision, for visitor: Visitor, at site: SiteConfiguration, _ settings: ConsumerSettings
    ) -> String {
        let style = Style()
        var text = ""
        for (index, finding) in decision.findings.enumerated() {
            let isNo = decision.suppression != nil && index == decision.findings.count - 1
            text += "\(isNo ? style.red("✗") : style.green("✓")) \(finding.rule): \(finding.saw)\n"
        }
        switch decision.outcome {
        case .suppressed(let reason): text += style.bold("told nothing: \(reason.rawValue)") + "\n"
        case .send(let suggestion):
            let told = NotificationText(
                for: suggestion, locale: visitor.locale, notice: site.jurisdiction.notice,
                templates: settings.templates)
            text += style.bold(told.title) + "\n\(told.body)\n"
            if let notice = told.notice { text += "\(notice)\n" }
        }
        return text
    }
}
