import Beacons
import Engagement
import Testing

/// Rules 10 to 15: what holds a good suggestion back.
@Suite struct ReleaseTests {
    private static let day: Int64 = 86_400_000

    private func decide(
        under rules: (inout RuleConfiguration) -> Void = { _ in }, user: Int = 1,
        trigger: Opportunity.Trigger = .dwell, dwell: Int64 = 20_000,
        in change: (inout Decider.Circumstances) -> Void = { _ in }
    ) -> Decision {
        var configuration = RuleConfiguration()
        rules(&configuration)
        let visitor = RulesShop.visitor(user)
        let decider = Decider(configuration, RulesShop.decider([visitor]).directory)
        var context = Decider.Circumstances(
            site: SiteShop.site, standing: .present, minuteOfDay: 720, now: SiteShop.noon)
        change(&context)
        return decider.decide(
            Opportunity(
                beacon: RulesShop.beacon(user), visit: "v1", zone: "beer", trigger: trigger, dwell: dwell,
                required: 20_000), context)
    }

    private func feedback(_ kind: Feedback.Kind, _ item: String?, daysAgo days: Double) -> Feedback {
        Feedback(
            id: "\(kind) \(item ?? "") \(days)", user: "u1", item: item, kind: kind,
            at: SiteShop.noon - Int64(days * Double(Self.day)))
    }

    private func chosen(_ decision: Decision) -> String? {
        if case .send(let suggestion) = decision.outcome { suggestion.item.id } else { nil }
    }

    @Test func `who makes three long visits in two weeks works there`() {
        #expect(decide(in: { $0.longStays = 2 }).suppression == nil)
        #expect(decide(in: { $0.longStays = 3 }).suppression == .staff)
    }

    @Test func `a tap counts as dwell`() {
        #expect(decide(trigger: .tap, dwell: 0).suppression == nil)
        #expect(decide(trigger: .resumed, dwell: 0).suppression == .dwellTooShort)
    }

    @Test func `the share that is held out is the same for ever, and about as large as asked for`() {
        #expect(decide(under: { $0.holdout = 1 }).suppression == .holdout)
        #expect(decide(under: { $0.holdout = 0 }).suppression == nil)
        var rules = RuleConfiguration()
        rules.holdout = 0.1
        let decider = Decider(rules, Directory())
        let users = (0..<10_000).map { "user-\($0)" }
        let heldOut = users.filter(decider.isHeldOut)
        // Five standard deviations of a fair draw.
        #expect((850...1150).contains(heldOut.count), "\(heldOut.count)")
        #expect(heldOut == users.filter(Decider(rules, Directory()).isHeldOut))
        rules.holdout = 0.2
        #expect(heldOut.allSatisfy(Decider(rules, Directory()).isHeldOut), "a larger share keeps those of a smaller")
        #expect(decider.isHeldOut("user-9") == (heldOut.contains("user-9")))
    }

    @Test func `what was dismissed rests for 180 d, what was bought for 14 d`() throws {
        let best = try #require(chosen(decide()))
        for (kind, days) in [(Feedback.Kind.dismissed, 180.0), (.bought, 14)] {
            #expect(chosen(decide(in: { $0.feedback = [feedback(kind, best, daysAgo: days - 0.01)] })) != best)
            #expect(chosen(decide(in: { $0.feedback = [feedback(kind, best, daysAgo: days)] })) == best)
        }
        #expect(chosen(decide(in: { $0.feedback = [feedback(.rated(stars: 5), best, daysAgo: 1)] })) == best)
    }

    @Test func `two dismissals in a row halve the caps, three pause for 30 d, and a purchase ends the row`() {
        let two = [feedback(.dismissed, "l1", daysAgo: 9), feedback(.dismissed, "l2", daysAgo: 8)]
        func sent(_ daysAgo: Double...) -> [PastSend] {
            daysAgo.map { PastSend(at: SiteShop.noon - Int64($0 * Double(Self.day)), visit: "old", item: "l1") }
        }
        func decide(_ feedback: [Feedback], _ sends: [PastSend]) -> Suppression? {
            self.decide(in: {
                $0.feedback = feedback
                $0.sends = sends
            }).suppression
        }
        #expect(decide(two, []) == nil)
        #expect(decide(Array(two.prefix(1)), sent(1.6)) == nil)
        #expect(decide(two, sent(1.6)) == .dismissBackoff, "one in 20 h has become one in 40")
        #expect(decide(two, sent(6.9)) == .dismissBackoff, "two in 7 d have become one")
        #expect(decide(two, sent(7)) == nil)
        #expect(decide(two, sent(7, 14, 21)) == .dismissBackoff, "six in 30 d have become three")
        let three = two + [feedback(.dismissed, "i1", daysAgo: 1)]
        #expect(decide(three, []) == .dismissBackoff)
        #expect(decide(three + [feedback(.bought, "i2", daysAgo: 0.5)], []) == nil)
        #expect(decide(three + [feedback(.opened, "i2", daysAgo: 0.5)], []) == .dismissBackoff)
        let old = [feedback(.dismissed, "l1", daysAgo: 39), feedback(.dismissed, "l2", daysAgo: 38)]
        #expect(decide(old + [feedback(.dismissed, "i1", daysAgo: 30)], []) == nil)
        let twice = [two[0], two[0], two[1]].enumerated().map { index, dismissal in
            var dismissal = dismissal
            dismissal.notification = dismissal.item
            dismissal.id = "\(index)"
            return dismissal
        }
        #expect(decide(twice, []) == nil, "saying it twice of one notification is saying it once")
    }

    @Test func `the site's rate, a pause, a copy elsewhere and a dry run each hold it back, in this order`() {
        #expect(decide(in: { $0.siteSends = 59 }).suppression == nil)
        #expect(decide(in: { $0.siteSends = 60 }).suppression == .globalRate)
        #expect(decide(under: { $0.siteRate = 5 }, in: { $0.siteSends = 5 }).suppression == .globalRate)
        #expect(decide(in: { $0.pause = "stocktaking" }).suppression == .paused)
        #expect(decide(in: { $0.elsewhere = "other" }).suppression == .implausible)
        #expect(decide(under: { $0.dryRun = true }).suppression == .dryRun)
        let all = decide(
            under: { $0.dryRun = true },
            in: {
                $0.pause = "stocktaking"
                $0.elsewhere = "other"
            })
        #expect(all.suppression == .paused)
    }

    // MARK: - A recommender that takes its time

    @Test func `the answer is judged in the circumstances of its own moment`() throws {
        let decider = RulesShop.decider([RulesShop.visitor()])
        let opportunity = Opportunity(
            beacon: RulesShop.beacon(1), visit: "v1", zone: "beer", trigger: .dwell, dwell: 20_000, required: 20_000)
        let context = Decider.Circumstances(
            site: SiteShop.site, standing: .present, minuteOfDay: 720,
            sends: [PastSend(at: SiteShop.noon - 25 * 3_600_000, visit: "old", item: "s1")], now: SiteShop.noon)
        guard case .question(let question) = decider.prepare(opportunity, context) else {
            Issue.record("suppressed")
            return
        }
        #expect(question.candidates == ["s2", "s3", "s4", "l1", "l2", "i1", "i2"])
        #expect(question.excluded == ["s1"])
        func finish(_ answer: RankingAnswer, after milliseconds: Int64 = 0, _ standing: Standing = .present) -> Decision
        {
            var later = context
            later.now += milliseconds
            later.standing = standing
            return decider.finish(question, answer, later)
        }
        let answer = decider.rank(question)
        #expect(finish(answer).suppression == nil)
        #expect(finish(answer, after: 800).suppression == nil)
        #expect(finish(answer, after: 600_000).suppression == .expired)
        #expect(finish(answer, after: 800, .closed).suppression == .notPresent)
        #expect(finish(.unavailable(why: "HTTP 503")).suppression == .recommenderUnavailable)
        #expect(finish(.ranked([], model: "theirs")).suppression == .notRelevant)
        // What an engine says of what was excluded, or of what nobody sells, is not heard.
        let praise = Reason(.feature(Feature(.style, "imperial_stout")), contribution: 1)
        for id in ["s1", "nonsense"] {
            let hostile = ScoredItem(id: id, match: 1, quality: nil, probability: 1, reasons: [praise])
            #expect(finish(.ranked([hostile], model: "theirs")).suppression == .notRelevant)
        }
    }
}
