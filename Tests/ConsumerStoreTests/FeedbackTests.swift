import ConsumerStore
import Engagement
import TestSupport
import Testing

@Suite struct FeedbackTests {
    private static let kinds: [Feedback.Kind] = [
        .opened, .dismissed, .bought, .rated(stars: 1), .rated(stars: 5), .optedOut,
    ]

    @Test(arguments: StoreEngine.allCases, kinds)
    func `what a shopper did comes back as it was recorded, once`(engine: StoreEngine, kind: Feedback.Kind) throws {
        let place = try Place(engine)
        let store = try place.open()
        let feedback = Feedback(id: "f1", user: "u1", item: "stout", notification: "n1", kind: kind, at: 5)
        try store.record(feedback)
        var repeated = feedback
        repeated.at = 9
        try store.record(repeated)
        #expect(try store.feedback(of: "u1", after: 4) == [feedback])
        #expect(try store.feedback(of: "u1", after: 5).isEmpty)
        #expect(try store.feedback(of: "u2", after: 0).isEmpty)
    }

    @Test(arguments: [("rated", nil), ("rated", 0), ("rated", 6), ("loved", 3)] as [(String, Int?)])
    func `what is no feedback is none`(name: String, stars: Int?) {
        #expect(Feedback.Kind(name: name, stars: stars) == nil)
    }
}
