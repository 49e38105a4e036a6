import Engagement
import Testing

@Suite struct RulesPropertyTests {
    @Test func `over ten thousand random streams no shopper is ever told too often, too early or against their will`() {
        var total = 0
        for seed in 0..<10_000 as Range<UInt64> {
            var stream = RulesStream(seed: seed)
            stream.run(steps: 40)
            total += stream.sends.count
            for send in stream.sends where !isAllowed(send, among: stream.sends) {
                Issue.record("seed \(seed): \(send.visitor.id) at \(send.at)")
            }
        }
        #expect(total > 2000, "the streams do lead to notifications: \(total)")
    }

    /// The promises, by the letter of consumer.md and without the code under test.
    private func isAllowed(_ send: RulesStream.Send, among all: [RulesStream.Send]) -> Bool {
        let others = all.filter { $0.visitor.id == send.visitor.id && $0.at <= send.at }
        let hour: Int64 = 3_600_000
        let isRare =
            others.count { $0.visit == send.visit } == 1
            && others.count { send.at - $0.at < 20 * hour } <= 1
            && others.count { send.at - $0.at < 7 * 24 * hour } <= 2
            && others.count { send.at - $0.at < 30 * 24 * hour } <= 6
            && others.count { send.at - $0.at < 30 * 24 * hour && $0.item == send.item } == 1
        let isAwake = send.minute.map { (8 * 60..<22 * 60).contains($0) } ?? false
        let isWilling = Consent.Purpose.allCases.allSatisfy { send.visitor.consents[$0]?.state == .granted }
        let isOfAge = (send.visitor.ageCheck?.atLeast ?? 0) >= 18
        let isLiked = !send.visitor.taste.dislikes.contains { dislike in send.item.has(dislike) }
        // A visit is told again every minute; what was fresh longer ago than that and the grace is no trigger.
        let isFresh = send.heardFresh.map { send.at - $0 <= 30 * 60_000 } ?? false
        return isRare && isAwake && isWilling && isOfAge && isLiked && isFresh
    }
}
