import Engagement
import Foundation
import JSON
import Testing

/// The reference results of profile-match/1, computed by another implementation.
@Suite struct RecommenderGoldenTests {
    private let golden: JSONValue
    private let items: [Item]

    init() throws {
        let url = try #require(
            Bundle.module.url(forResource: "golden-profile-match", withExtension: "json", subdirectory: "Golden"))
        golden = try JSONValue(parsing: Array(Data(contentsOf: url)))
        items = try #require(golden["items"]?.array).map(Self.item)
    }

    private static func item(_ value: JSONValue) throws -> Item {
        let rating = value["rating_mean"]?.double.map { mean in
            RatingSummary(mean: mean, count: Int(value["rating_count"]?.int ?? 0))
        }
        return Item(
            id: try #require(value["id"]?.string), name: try #require(value["name"]?.string),
            style: Style(
                id: try #require(value["style"]?.string), label: "", family: try #require(value["family"]?.string)),
            tags: try #require(value["tags"]?.array).compactMap(\.string), abv: value["abv"]?.double,
            ibu: value["ibu"]?.double, rating: rating)
    }

    private static func preferences(_ value: JSONValue?) throws -> [Preference] {
        try (value?.array ?? []).map { try #require($0.string.flatMap { Preference($0) }) }
    }

    @Test("every user gets the reference's order, match, quality, probability, reasons and dislikes")
    func reference() throws {
        let mean = try #require(golden["global_mean"]?.double)
        let deviation = try #require(golden["sd"]?.double)
        let model = ProfileMatch(items: items, scale: RatingScale(mean: mean, deviation: deviation))
        let users = try #require(golden["users"]?.array)
        #expect(users.count == 4)
        for user in users {
            let name = try #require(user["id"]?.string)
            let taste = Taste(
                likes: try Self.preferences(user["likes"]), dislikes: try Self.preferences(user["dislikes"]),
                ratings: Dictionary(
                    uniqueKeysWithValues: (user["ratings"]?.object ?? []).compactMap { member in
                        member.value.double.map { (member.name, $0) }
                    }))
            let ranked = model.rank(taste, among: items.map(\.id))
            let expected = try #require(golden["expected"]?[name]?.array)
            #expect(ranked.map(\.id) == expected.compactMap { $0["id"]?.string }, "\(name)")
            for (scored, reference) in zip(ranked, expected) {
                let match = try #require(reference["match"]?.double)
                let quality = try #require(reference["quality"]?.double)
                let probability = try #require(reference["score"]?.double)
                #expect(abs(scored.match - match) < 1e-6, "\(name) \(scored.id)")
                #expect(abs((scored.quality ?? 0) - quality) < 1e-6, "\(name) \(scored.id)")
                #expect(abs(scored.probability - probability) < 1e-6, "\(name) \(scored.id)")
                #expect(
                    scored.reasons.map(\.dimension.description)
                        == reference["reasons"]?.array?.compactMap(\.string), "\(name) \(scored.id)")
                #expect(
                    scored.blocked.map(\.description) == reference["blocked"]?.array?.compactMap(\.string),
                    "\(name) \(scored.id)")
            }
        }
    }
}
