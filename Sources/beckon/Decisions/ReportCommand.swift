import ConsumerStore
import Daemon
import Engagement
import Messages
import Settings

extension Subcommand {
    static let report = Subcommand(
        command: Command(
            name: "beckon report",
            summary: """
                What a site's notifications came to, from visits to purchases, as a page or a table.

                With a holdout (rules.holdout) it says how much more the others buy, with a 95 % interval.
                """,
            options: ConsumerState.options + [
                .init("site", value: "SITE", "the store; needed"),
                .init("from", value: "DAY", "the first day by the shop's clock, as 2026-11-01; needed"),
                .init("to", value: "DAY", "the last day; default the first"),
                .init("csv", "as CSV instead of HTML"),
            ],
            example: """
                beckon report --site demo-shop --from 2026-11-01 --to 2026-11-30 > november.html
                beckon report --site demo-shop --from 2026-11-30 --csv
                """),
        run: { arguments in
            guard let name = arguments["site"], let from = arguments["from"] else {
                throw UsageError.missingOperand("--site SITE and --from DAY")
            }
            let state = try ConsumerState(arguments, by: "beckon report", at: SystemClock.wallMilliseconds())
            guard let site = state.configuration.consumer.sites.first(where: { $0.name == name }) else {
                throw CommandFailure(description: "the configuration has no site \(name)")
            }
            let to = arguments["to"] ?? from
            guard let first = ShopDay(from, zone: site.timeZone), let last = ShopDay(to, zone: site.timeZone),
                first.start < last.end
            else { throw UsageError.invalid("from", "\(from) … \(to)", expected: "days such as 2026-11-30, in order") }
            let period = first.start..<last.end
            var filter = ConsumerStore.DecisionFilter()
            filter.site = name
            filter.period = period
            filter.limit = .max
            let entries = try state.store.decisions(filter).compactMap { decision -> SiteReport.Entry? in
                let reason = decision.reason.map(Suppression.init)
                // Of a newer program.
                if case .some(.none) = reason { return nil }
                return SiteReport.Entry(user: decision.user, visit: decision.visit, reason: reason ?? nil)
            }
            let page = ReportPage(
                site: name, from: from, to: to,
                report: SiteReport(
                    entries, answers: try state.store.answers(at: name, in: period),
                    purchases: try state.store.purchases(in: period)))
            try OutputFile.standard().write(arguments.has("csv") ? page.csv : page.html)
        })
}
