import Engagement
import Testing

@Suite struct RulesPropertyTests {
    @Test
    func
        `over ten thousand random streams no shopper is ever told too often, too early, too late or against their will`()
    {
        var total = 0
        var perDay = [Int](repeating: 0, count: RulesDay.all.count)
        for seed in 0..<10_000 as Range<UInt64> {
            var stream = RulesStream(seed: seed)
            stream.run(steps: 40)
            total += stream.sends.count
            perDay[Int(seed) % RulesDay.all.count] += stream.sends.count
            for send in stream.sends {
                if let why = broken(send, among: stream.sends) {
                    Issue.record("seed \(seed): \(send.visitor.id) at \(send.at): \(why)")
                }
            }
        }
        #expect(total > 2000, "the streams do lead to notifications: \(total)")
        #expect(perDay.dropLast().allSatisfy { $0 > 200 }, "on each of the days: \(perDay)")
        #expect(perDay.last == 0, "where nobody knows the time zone nobody is told")
    }

    /// The promise that a send breaks, by the letter of consumer.md and without the code under test.
    private func broken(_ send: RulesStream.Send, among all: [RulesStream.Send]) -> String? {
        let others = all.filter { $0.visitor.id == send.visitor.id && $0.at <= send.at }
        let hour: Int64 = 3_600_000
        func count(within hours: Int64) -> Int { others.count { send.at - $0.at < hours * hour } }
        if others.count(where: { $0.visit == send.visit }) > 1 { return "twice in a visit" }
        if count(within: 20) > 1 || count(within: 7 * 24) > 2 || count(within: 30 * 24) > 6 { return "over a cap" }
        if others.count(where: { send.at - $0.at < 30 * 24 * hour && $0.item == send.item }) > 1 {
            return "the same item"
        }
        guard let minute = send.minute, (8 * 60..<22 * 60).contains(minute) else { return "in quiet hours" }
        if !Consent.Purpose.allCases.allSatisfy({ send.visitor.consents[$0]?.state == .granted }) {
            return "without consent"
        }
        if (send.visitor.ageCheck?.atLeast ?? 0) < 18 { return "without an age check" }
        if send.visitor.taste.dislikes.contains(where: { send.item.has($0) }) { return "what they dislike" }
        // A word counts for two and a half refreshes, and who has been absent for a minute is gone (rule 5).
        guard let age = send.evidenceAge, age <= 150_000 + 60_000 else { return "from a stale event" }
        if let absence = send.absence, absence > 60_000 { return "after they left" }
        return nil
    }
}
