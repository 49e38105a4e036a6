import Engagement
import Testing

@Suite("The gate")
struct GateTests {
    private static let stout = Style(id: "stout", label: "stout", family: "stout", tags: ["roasty"])
    private static let lager = Style(id: "pils", label: "pils", family: "pilsner", tags: ["pale"], isLager: true)
    private static let item = Item(id: "1", name: "One", style: stout, tags: ["coffee"])
    private static let coffee = Preference(Feature(.tag, "coffee"))

    private static func score(
        match: Double, quality: Double? = nil, probability: Double = 0.9,
        reasons: [Reason] = [Reason(.feature(Feature(.tag, "coffee")), contribution: 0.1)]
    ) -> ScoredItem {
        ScoredItem(id: "1", match: match, quality: quality, probability: probability, reasons: reasons)
    }

    @Test(
        "With quality, match and probability must both be reached",
        arguments: [(0.15, 0.65, true), (0.149, 0.9, false), (0.5, 0.649, false)])
    func withQuality(match: Double, probability: Double, expected: Bool) {
        let gate = Gate(for: Taste(likes: [Self.coffee]))
        let score = Self.score(match: match, quality: 0.1, probability: probability)
        #expect(gate.admits(Self.item, scored: score) == expected)
    }

    @Test(
        "Without quality the match alone decides, and less is needed where dislikes are declared",
        arguments: [(0.25, false, true), (0.249, false, false), (0.20, true, true), (0.199, true, false)])
    func withoutQuality(match: Double, hasDislikes: Bool, expected: Bool) {
        let dislikes = hasDislikes ? [Preference(Feature(.tag, "sour"))] : []
        let gate = Gate(for: Taste(likes: [Self.coffee], dislikes: dislikes))
        #expect(gate.admits(Self.item, scored: Self.score(match: match, probability: 0.1)) == expected)
    }

    @Test("Without quality, a family or a strength is not reason enough")
    func styleOrTag() {
        let gate = Gate(for: Taste(likes: [Self.coffee]))
        let weak = [Reason(.feature(Feature(.family, "stout")), contribution: 0.3), Reason(.abv, contribution: 0.1)]
        #expect(!gate.admits(Self.item, scored: Self.score(match: 0.4, reasons: weak)))
        #expect(gate.admits(Self.item, scored: Self.score(match: 0.4, quality: 0, reasons: weak)))
    }

    @Test("Without a reason that counts nothing passes", arguments: [[], [Reason(.abv, contribution: 0.02)]])
    func noReason(reasons: [Reason]) {
        let gate = Gate(for: Taste(likes: [Self.coffee]))
        #expect(!gate.admits(Self.item, scored: Self.score(match: 0.9, quality: 1, reasons: reasons)))
    }

    @Test("What is disliked never passes, whatever the recommender says")
    func dislikes() {
        let score = Self.score(match: 1, quality: 3, probability: 1)
        let roastyCoffee = Preference(Feature(.tag, "coffee"), Feature(.tag, "roasty"))
        #expect(!Gate(for: Taste(dislikes: [Self.coffee])).admits(Self.item, scored: score))
        #expect(!Gate(for: Taste(dislikes: [roastyCoffee])).admits(Self.item, scored: score))
        let fruityStout = Preference(Feature(.family, "stout"), Feature(.tag, "fruit"))
        #expect(Gate(for: Taste(dislikes: [fruityStout])).admits(Self.item, scored: score))
    }

    @Test("A lager is one by its style and by its name, whatever its family")
    func lagers() {
        let gate = Gate(for: Taste(dislikes: [Preference(Feature(.family, "lager"))]))
        #expect(gate.blocks(Item(id: "2", name: "Two", style: Self.lager)))
        #expect(gate.blocks(Item(id: "3", name: "Three", style: Self.stout, tags: ["lager"])))
        #expect(!gate.blocks(Self.item))
    }
}
