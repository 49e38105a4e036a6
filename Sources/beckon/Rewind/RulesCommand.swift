import ConsumerStore
import Daemon
import Engagement
import Messages
import Settings
import TimeZones

extension Subcommand {
    /// `beckon rewind --rules`.
    static func rewind(_ arguments: Arguments, rules path: String) throws {
        guard arguments.all("set").isEmpty, arguments["gateway-id"] == nil else {
            throw UsageError.conflict("--rules goes without --set and --gateway-id")
        }
        let last = try arguments.value("last", as: "a duration such as 24h or 7d") { text in
            Duration(text: text).flatMap { $0 > .zero ? $0 : nil }
        }
        let now = SystemClock.wallMilliseconds()
        let state = try ConsumerState(arguments, by: "beckon rewind", at: now)
        let other = try Configuration.load(path, for: .consumer).configuration.consumer
        let directory = try Directory(state.store.directory().content)
        let present = regime(state.configuration.consumer, directory)
        let start = now - (last ?? .seconds(86_400)).inMilliseconds
        var filter = ConsumerStore.DecisionFilter()
        filter.period = start..<Int64.max
        filter.limit = .max
        let sends = try state.store.sends(after: start - max(present.memory, regime(other, directory).memory))
        let decisions = try kept(state.store.decisions(filter), sends)
        var past = SendHistory()
        for send in sends where send.send.at < start { past.add(send.send, to: send.user, at: send.site) }
        var feedback: [String: [Feedback]] = [:]
        for user in Set(decisions.map(\.user)) {
            feedback[user] = try state.store.feedback(of: user, after: start - present.memory)
        }
        var rewind = RulesRewind(present, regime(other, directory), past: past, feedback: feedback) { time, zone in
            LocalTime(unixMilliseconds: time, zone: zone)?.minuteOfDay
        }
        for decision in decisions { rewind.decide(decision) }
        let report = RulesReport(period: start..<now, rewind)
        try OutputFile.standard().write(arguments.has("json") ? report.json : Array(report.text.utf8))
    }

    private static func regime(_ settings: ConsumerSettings, _ directory: Directory) -> RulesRewind.Regime {
        RulesRewind.Regime(Decider(settings.rules, directory), settings.sites)
    }

    private static func kept(_ decisions: [DecisionRecord], _ sends: [KeptSend]) -> [KeptDecision] {
        let items = Dictionary(sends.map { ($0.id, $0.send.item) }) { first, _ in first }
        return decisions.compactMap { decision in
            let reason = decision.reason.map(Suppression.init)
            // Of a newer program.
            if case .some(.none) = reason { return nil }
            guard let trigger = Opportunity.Trigger(rawValue: decision.trigger) else { return nil }
            return KeptDecision(
                at: decision.at, user: decision.user, site: decision.site, zone: decision.zone, visit: decision.visit,
                trigger: trigger, dwell: decision.dwell, reason: reason ?? nil,
                item: decision.send.flatMap { items[$0] })
        }
    }
}
