import Engagement
import Foundation
import Testing

@Suite("Choosing one item of a selection")
struct RecommenderTests {
    private static let coffee = Preference(Feature(.tag, "coffee"))
    private static let price = Price(hundredths: 500, currency: "EUR")

    private static func stout(_ id: String, _ tags: String..., mean: Double? = nil) -> Item {
        let style = Style(id: "stout", label: "stout", family: "stout")
        return Item(
            id: id, name: id, style: style, tags: tags, rating: mean.map { RatingSummary(mean: $0, count: 1000) })
    }

    private static func selection(_ stock: KeyValuePairs<String, Int>) -> Selection {
        Selection(id: "s", entries: stock.map { Selection.Entry(item: $0, price: price, stock: $1) })
    }

    private static func promotion(_ item: String, priority: Int) -> Promotion {
        Promotion(id: "p-\(item)", site: "shop", item: item, label: "offer", window: 0..<10, priority: priority)
    }

    private static func chosen(_ choice: Choice) -> String? {
        guard case .suggestion(let suggestion) = choice else { return nil }
        return suggestion.item.id
    }

    /// Three that suit a lover of coffee about alike, one that does not suit, and one that is disliked.
    private static let recommender = Recommender(
        Directory(items: [
            stout("best", "coffee", mean: 4.6), stout("next", "coffee", mean: 4.55),
            stout("third", "coffee", mean: 3.9),
            stout("plain", "oatmeal", mean: 4.6), stout("sour", "coffee", "sour", mean: 4.9),
            stout("low", "oat", mean: 2),
        ]))
    private static let taste = Taste(likes: [coffee], dislikes: [Preference(Feature(.tag, "sour"))])

    @Test("The likeliest that suits and is in stock is chosen, with its price and reasons")
    func likeliest() {
        let selection = Self.selection(["third": 1, "next": 3, "plain": 9, "best": 0, "sour": 5])
        guard case .suggestion(let suggestion) = Self.recommender.choose(for: Self.taste, from: selection) else {
            Issue.record("nothing")
            return
        }
        #expect(suggestion.item.id == "next")
        #expect(suggestion.entry == Selection.Entry(item: "next", price: Self.price, stock: 3))
        #expect(suggestion.score.reasons.map(\.dimension) == [.feature(Feature(.tag, "coffee"))])
        #expect(suggestion.promotion == nil)
    }

    @Test("What is excluded is not chosen")
    func excluded() {
        let selection = Self.selection(["best": 1, "next": 1])
        let choice = Self.recommender.choose(for: Self.taste, from: selection, excluding: ["best"])
        #expect(Self.chosen(choice) == "next")
    }

    @Test("An empty choice says why")
    func absences() {
        func choose(_ selection: Selection, excluding: Set<String> = []) -> Choice {
            Self.recommender.choose(for: Self.taste, from: selection, excluding: excluding)
        }
        #expect(choose(Self.selection([:])) == .nothing(.selectionEmpty))
        #expect(choose(Self.selection(["best": 0])) == .nothing(.selectionEmpty))
        #expect(choose(Self.selection(["best": 1, "plain": 0]), excluding: ["best"]) == .nothing(.repeatItem))
        #expect(choose(Self.selection(["sour": 1])) == .nothing(.disliked))
        #expect(choose(Self.selection(["sour": 1, "plain": 1])) == .nothing(.notRelevant))
        #expect(choose(Self.selection(["unheard of": 1])) == .nothing(.notRelevant))
    }

    @Test("A promotion wins among peers, by priority, and never beyond 0.05 or over the gate")
    func promotions() {
        func choose(_ items: KeyValuePairs<String, Int>, _ offers: [Promotion]) -> Choice {
            Self.recommender.choose(for: Self.taste, from: Self.selection(items), offers: offers)
        }
        let peers: KeyValuePairs = ["best": 1, "next": 1, "third": 1, "plain": 1, "sour": 1]
        #expect(Self.chosen(choose(peers, [])) == "best")
        #expect(Self.chosen(choose(peers, [Self.promotion("next", priority: 0)])) == "next")
        let both = [Self.promotion("next", priority: 1), Self.promotion("best", priority: 1)]
        #expect(Self.chosen(choose(peers, both)) == "best")
        #expect(Self.chosen(choose(peers, [Self.promotion("next", priority: 2), both[1]])) == "next")
        for far in ["third", "plain", "sour"] {
            #expect(Self.chosen(choose(peers, [Self.promotion(far, priority: 100)])) == "best")
        }
        guard case .suggestion(let suggestion) = choose(peers, both) else { return }
        #expect(suggestion.promotion?.id == "p-best")
    }

    @Test("What a visitor has rated is not news to them")
    func rated() {
        let taste = Taste(likes: [Self.coffee], ratings: ["best": 5])
        #expect(
            Self.chosen(Self.recommender.choose(for: taste, from: Self.selection(["best": 1, "next": 1]))) == "next")
    }

    @Test("A promotion holds at its site, in its window, and as far as the jurisdiction allows")
    func holding() {
        var jurisdiction = Jurisdiction()
        jurisdiction.notifications = .promo
        jurisdiction.promotions = .singlePrice
        let single = Self.promotion("a", priority: 1)
        let multi = Promotion(id: "m", site: "shop", item: "a", kind: .multiBuy, label: "3 for 2", window: 0..<10)
        func holds(_ promotion: Promotion, _ site: String = "shop", _ now: Int64 = 5) -> Bool {
            promotion.holds(at: site, now: now, under: jurisdiction)
        }
        #expect(holds(single) && holds(single, "shop", 0) && !holds(single, "shop", 10) && !holds(single, "shop", -1))
        #expect(!holds(single, "other") && !holds(multi))
        jurisdiction.promotions = .full
        #expect(holds(multi))
        jurisdiction.notifications = .info
        #expect(!holds(multi) && !holds(single))
        jurisdiction.notifications = .promo
        jurisdiction.promotions = .none
        #expect(!holds(single))
    }

    @Test("A disliked pair turns nobody away from either alone")
    func pairs() {
        let pair = Preference(Feature(.tag, "coffee"), Feature(.tag, "oatmeal"))
        let items = [Self.stout("a", "coffee"), Self.stout("b", "oatmeal"), Self.stout("c", "coffee", "oatmeal")]
        let model = ProfileMatch(items: items, scale: .unknown)
        let ids = items.map(\.id)
        let without = model.rank(Taste(likes: [Self.coffee]), among: ids)
        let with = model.rank(Taste(likes: [Self.coffee], dislikes: [pair]), among: ids)
        #expect(with.map(\.match).sorted() == without.map(\.match).sorted())
        #expect(with.map(\.id) == ["a", "b", "c"])
        #expect(with.map { !$0.blocked.isEmpty } == [false, false, true])
    }

    @Test("A missing bitterness counts as the middle of the style's, and as the average where it has none")
    func midpoints() throws {
        let style = Style(id: "a", label: "a", family: "a", ibu: 20...40)
        let bare = Style(id: "b", label: "b", family: "b")
        let items = [
            Item(id: "given", name: "", style: style, ibu: 30), Item(id: "missing", name: "", style: style),
            Item(id: "none", name: "", style: bare), Item(id: "other", name: "", style: bare, ibu: 90),
        ]
        let model = ProfileMatch(items: items, scale: .unknown)
        let likes = Taste(likes: [Preference(Feature(.style, "a")), Preference(Feature(.style, "b"))])
        let match = Dictionary(
            uniqueKeysWithValues: model.rank(likes, among: items.map(\.id)).map { ($0.id, $0.match) })
        #expect(match["given"] == match["missing"])
        let none = try #require(match["none"])
        // Style 1 and family 0.7 only: 1 / |(1, 0.7)| of the vector, times 1 / √2 of the profile.
        #expect(abs(none - 1 / (1.49 * 2).squareRoot()) < 1e-12)
    }
}
