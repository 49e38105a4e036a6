import TestSupport
import Testing

@testable import Engagement

/// Kept decisions under other rules.
@Suite struct RulesRewindTests {
    /// 2026-11-30T12:00:00Z, a Monday; the shop's clock shows UTC.
    private static let noon: Int64 = 1_796_040_000_000
    private static let hour: Int64 = 3_600_000
    private static let minute: @Sendable (Int64, String) -> Int? = { time, _ in Int(time / 60_000 % 1440) }

    private static let directory = Directory(
        visitors: (1...40).map { RulesShop.visitor($0) }, items: RulesShop.items, selections: [RulesShop.selection])

    private static func regime(
        _ change: (inout RuleConfiguration, inout SiteConfiguration) -> Void = { _, _ in }
    ) -> (RulesRewind.Regime, Decider, SiteConfiguration) {
        var (rules, site) = (RuleConfiguration(), SiteShop.site)
        change(&rules, &site)
        let decider = Decider(rules, directory)
        return (RulesRewind.Regime(decider, [site]), decider, site)
    }

    private func kept(
        _ reason: Suppression?, user: Int = 1, hours: Int64 = 0, dwell: Int64 = 20_000, item: String? = nil,
        trigger: Opportunity.Trigger = .dwell, visit: String? = nil
    ) -> KeptDecision {
        KeptDecision(
            at: Self.noon + hours * Self.hour, user: "u\(user)", site: "shop", zone: "beer",
            visit: visit ?? "v\(user)-\(hours)", trigger: trigger, dwell: dwell, reason: reason,
            item: reason == nil ? item ?? "s1" : nil)
    }

    private func rewind(
        _ decisions: [KeptDecision], feedback: [String: [Feedback]] = [:],
        _ change: (inout RuleConfiguration, inout SiteConfiguration) -> Void
    ) -> (RulesRewind, [Suppression?]) {
        var rewind = RulesRewind(
            Self.regime().0, Self.regime(change).0, past: SendHistory(), feedback: feedback, minuteOfDay: Self.minute)
        let outcomes = decisions.map { rewind.decide($0) }
        return (rewind, outcomes)
    }

    /// Opportunities of a few days as a consumer decides them.
    private func day(
        seed: UInt64, _ change: (inout RuleConfiguration, inout SiteConfiguration) -> Void = { _, _ in }
    ) -> [KeptDecision] {
        var random = SplitMix64(seed: seed)
        let (_, decider, site) = Self.regime(change)
        var (at, sends) = (Self.noon, [String: [PastSend]]())
        return (0..<60).map { number in
            at += Int64.random(in: 0...4 * Self.hour, using: &random)
            let user = Int.random(in: 1...4, using: &random)
            let dwell: Int64 = Int.random(in: 0..<5, using: &random) == 0 ? 7000 : 20_000
            let opportunity = Opportunity(
                beacon: RulesShop.beacon(user), visit: "v\(number / 2)-\(user)", zone: "beer", trigger: .dwell,
                dwell: dwell, required: decider.rules.dwell == .seconds(5) ? 5000 : 20_000)
            let past = sends["u\(user)"] ?? []
            let decision = decider.decide(
                opportunity,
                .init(site: site, standing: .present, minuteOfDay: Self.minute(at, ""), sends: past, now: at))
            var item: String?
            if case .send(let suggestion) = decision.outcome {
                item = suggestion.item.id
                sends["u\(user)", default: []].append(
                    PastSend(at: at, visit: opportunity.visit, item: suggestion.item.id))
            }
            return KeptDecision(
                at: at, user: "u\(user)", site: "shop", zone: "beer", visit: opportunity.visit, trigger: .dwell,
                dwell: dwell, reason: decision.suppression, item: item)
        }
    }

    @Test(arguments: 0..<25 as Range<UInt64>)
    func `the same rules give what was kept, whatever it was`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Also what nobody would decide now: of a directory, an engine and shoppers of then.
        let decisions = day(seed: seed).map { decision in
            guard Int.random(in: 0..<3, using: &random) == 0 else { return decision }
            let reason = ([nil] + Suppression.allCases.map(Optional.some)).randomElement(using: &random) ?? nil
            return KeptDecision(
                at: decision.at, user: decision.user, site: decision.site, zone: decision.zone,
                visit: decision.visit, trigger: decision.trigger, dwell: decision.dwell, reason: reason,
                item: reason == nil ? ["s1", "gone", nil].randomElement(using: &random) ?? nil : nil)
        }
        let (rewind, outcomes) = rewind(decisions) { _, _ in }
        #expect(outcomes == decisions.map(\.reason))
        #expect(rewind.newlyCapped == 0)
        #expect(rewind.unknownStays == 0)
    }

    @Test(arguments: 0..<25 as Range<UInt64>)
    func `other rules give what they would have decided at the time`(seed: UInt64) {
        let changes: [(inout RuleConfiguration, inout SiteConfiguration) -> Void] = [
            { rules, _ in rules.quietHours = .never },
            { rules, _ in rules.quietHours = .between(start: 12 * 60, end: 18 * 60) },
            { rules, _ in rules.userCaps = [.init(within: .seconds(3600), most: 2)] },
            { rules, _ in rules.userCaps[1].most = 1 },
            { rules, _ in (rules.visitCap, rules.userCaps) = (2, []) },
            { rules, _ in (rules.repeatItem, rules.userCaps) = (.seconds(3600), []) },
            { rules, _ in rules.holdout = 0.5 }, { rules, _ in rules.dwell = .seconds(5) },
            { rules, _ in rules.siteRate = 1 }, { rules, _ in rules.dryRun = true },
            { _, site in site.open = .between(start: 9 * 60, end: 12 * 60) },
            { _, site in site.jurisdiction.notifications = .off },
            { _, site in site.jurisdiction.minimumAge = 21 },
        ]
        for (number, change) in changes.enumerated() {
            let (_, outcomes) = rewind(day(seed: seed), change)
            // The rate of a site is not asked there.
            if number == 8 { continue }
            #expect(outcomes == day(seed: seed, change).map(\.reason), "change \(number)")
        }
    }

    @Test
    func `who passed by too fast may be told under a shorter dwell, and who was told may have left before a longer`() {
        let decisions = [
            kept(.dwellTooShort, user: 1, dwell: 12_000), kept(.dwellTooShort, user: 2, dwell: 4000),
            kept(nil, user: 3), kept(nil, user: 4, dwell: 0, trigger: .tap), kept(.userCap, user: 5),
        ]
        let shorter = rewind(decisions) { rules, _ in rules.dwell = .seconds(10) }
        #expect(shorter.1 == [nil, .dwellTooShort, nil, nil, .userCap])
        #expect(shorter.0.unknownStays == 0)
        let longer = rewind(decisions) { rules, _ in rules.dwell = .seconds(30) }
        #expect(longer.1 == [.dwellTooShort, .dwellTooShort, nil, nil, .userCap])
        #expect(longer.0.unknownStays == 2)
        #expect(
            longer.0.changes == [
                .init(before: .dwellTooShort, after: .dwellTooShort): 2, .init(before: nil, after: nil): 2,
                .init(before: .userCap, after: .userCap): 1,
            ])
    }

    @Test func `what no rule of the configuration can change stands, unless an earlier rule says no`() {
        let fixed: [Suppression] = [.notPresent, .staff, .paused, .implausible, .expired, .noChannel, .optedOut]
        let decisions = fixed.enumerated().map { kept($1, user: $0 + 1) }
        let open = rewind(decisions) { rules, _ in (rules.quietHours, rules.userCaps) = (.never, []) }
        #expect(open.1 == fixed)
        let off = rewind(decisions) { _, site in site.jurisdiction.notifications = .off }
        #expect(
            off.1 == [
                .notPresent, .staff, .notificationsOff, .notificationsOff, .notificationsOff, .notificationsOff,
                .optedOut,
            ])
    }

    @Test func `a stricter cap is met by as many shoppers as were told more often`() {
        let decisions = (1...3).flatMap { user in
            [kept(nil, user: user, item: "s1"), kept(nil, user: user, hours: 21, item: "s2")]
        }
        let (rewind, outcomes) = rewind(decisions + [kept(.userCap, user: 4)]) { rules, _ in
            rules.userCaps = [.init(within: .seconds(48 * 3600), most: 1)]
        }
        #expect(outcomes == [nil, .userCap, nil, .userCap, nil, .userCap, .userCap])
        #expect(rewind.newlyCapped == 3)
    }

    @Test func `what did not arrive counts for nothing, and feedback of later is not known yet`() {
        let lost = KeptDecision(
            at: Self.noon, user: "u1", site: "shop", zone: "beer", visit: "v1", trigger: .dwell, dwell: 20_000,
            reason: nil, item: nil)
        let tight = rewind([lost, kept(nil, hours: 1)]) { rules, _ in
            rules.userCaps = [.init(within: .seconds(48 * 3600), most: 1)]
        }
        #expect(tight.1 == [nil, nil])
        let later = (1...3).map { number in
            Feedback(
                id: "f\(number)", user: "u1", item: "s\(number)", notification: "n\(number)", kind: .dismissed,
                at: Self.noon + Self.hour)
        }
        let decisions = [kept(.quietHours), kept(.quietHours, hours: 2)]
        var rewind = RulesRewind(
            Self.regime { rules, _ in rules.quietHours = .between(start: 720, end: 900) }.0,
            Self.regime { rules, _ in rules.userCaps = [] }.0,
            past: SendHistory(), feedback: ["u1": later], minuteOfDay: Self.minute)
        #expect(decisions.map { rewind.decide($0) } == [nil, .dismissBackoff])
    }
}
