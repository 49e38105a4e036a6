import Engagement
import Foundation
import Testing

/// What must hold on the demo shop's 2,410 beers.
@Suite("The demo shop's suggestions")
struct RecommenderDemoTests {
    private let directory: Directory
    private let recommender: Recommender
    private let lover: Taste
    /// What the catalogue's own words say, without our styles and tags: the names of beers and of their styles.
    private let words: [String: (name: String, style: String)]

    init() throws {
        directory = try DirectoryDemo.directory()
        recommender = Recommender(directory)
        lover = try #require(directory.visitor("q4x9-stout")).taste
        let text = try String(contentsOf: DirectoryDemo.folder.appending(path: "items.csv"), encoding: .utf8)
        var words: [String: (String, String)] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            // id,name,brewery,style,abv,ibu: only a name has commas.
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
            words[fields[0]] = (fields[1..<fields.count - 4].joined(separator: ","), fields[fields.count - 3])
        }
        self.words = words
    }

    private func isLager(_ id: String) -> Bool {
        guard let beer = words[id] else { return true }
        let styles =
            ["lager", "pils", "bock", "märzen", "helles", "schwarzbier", "rauchbier", "keller", "malt liquor"]
            + ["steam", "radler", "shandy"]
        let names = [#"\blager\b"#, #"\bpils"#, #"bock\b"#, "oktober", "octoberfest", #"\bhelles\b"#, #"\bshandy\b"#]
        return styles.contains { beer.style.contains($0) }
            || names.contains { beer.name.range(of: $0, options: .regularExpression) != nil }
    }

    private func isFruityPaleAle(_ id: String) -> Bool {
        guard let beer = words[id] else { return true }
        let fruits =
            ["apple", "apricot", "berry", "berries", "cherry", "citrus", "fruit", "lemon", "lime", "mango", "melon"]
            + ["orange", "passion", "peach", "pear ", "plum", "pomegranate", "tropic", "coconut", "razz"]
        let isPale =
            beer.name.contains("pale ale") || beer.style.contains("pale ale") || beer.style.contains("blonde")
            || beer.style.contains("ipa") || beer.style.contains("cream ale") || beer.style.contains("kölsch")
        return isPale && fruits.contains { beer.name.contains($0) }
    }

    private func suggestion(_ taste: Taste, _ items: some Sequence<String>) -> Suggestion? {
        let entries = items.map {
            Selection.Entry(item: $0, price: Price(hundredths: 500, currency: "EUR"), stock: 1)
        }
        let choice = recommender.choose(for: taste, from: Selection(id: "s", entries: entries))
        guard case .suggestion(let suggestion) = choice else { return nil }
        return suggestion
    }

    @Test("The oracle knows lagers and fruity pale ales, and our styles agree with it on every beer")
    func oracle() throws {
        #expect(words.count == 2410)
        #expect(isLager("2349") && isLager("988") && !isLager("1689"))
        #expect(isFruityPaleAle("2434") && !isFruityPaleAle("2265"))
        let lagers = directory.items.filter { isLager($0.id) }
        #expect(lagers.count > 300)
        for item in directory.items { #expect(item.isLager == isLager(item.id), "\(item.name), \(item.style.id)") }
        let dislike = try #require(Preference("family:pale_ale & tag:fruit"))
        let fruity = directory.items.filter { isFruityPaleAle($0.id) && $0.family == "pale_ale" }
        #expect(fruity.count > 3)
        for item in fruity { #expect(item.has(dislike), "\(item.name), \(item.style.id)") }
    }

    @Test("A lover of imperial stout, coffee and chocolate gets a stout or porter from the shelf, and from all beers")
    func loverIsServed() throws {
        let shelf = try #require(directory.selection("demo"))
        guard case .suggestion(let fromShelf) = recommender.choose(for: lover, from: shelf) else {
            Issue.record("nothing")
            return
        }
        let fromAll = try #require(suggestion(lover, directory.items.map(\.id)))
        for suggestion in [fromShelf, fromAll] {
            #expect(["stout", "porter"].contains(suggestion.item.family), "\(suggestion.item.name)")
            #expect(!suggestion.score.reasons.isEmpty)
        }
    }

    @Test("The lover never gets a lager or a fruity pale ale from 1,500 random selections")
    func randomSelections() {
        var random = SeededRandom(seed: 7)
        let ids = directory.items.map(\.id)
        var suggested = 0
        for _ in 0..<1500 {
            let count = Int.random(in: 1...60, using: &random)
            let picks = Set((0..<count).compactMap { _ in ids.randomElement(using: &random) })
            guard let suggestion = suggestion(lover, picks.sorted()) else { continue }
            suggested += 1
            #expect(!isLager(suggestion.item.id), "\(suggestion.item.name)")
            #expect(!isFruityPaleAle(suggestion.item.id), "\(suggestion.item.name)")
            #expect(suggestion.score.blocked.isEmpty)
        }
        #expect(suggested > 200)
    }

    @Test("Whatever is liked, disliked or rated: what is suggested has nothing disliked, a reason, and a finite score")
    func randomTastes() throws {
        var random = SeededRandom(seed: 11)
        let ids = directory.items.map(\.id)
        let features = Set(
            directory.items.flatMap { item in
                [Feature(.style, item.style.id), Feature(.family, item.family)] + item.tags.map { Feature(.tag, $0) }
            }
        ).sorted { $0.description < $1.description }
        func pick(_ most: Int) -> [Feature] {
            (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in features.randomElement(using: &random) }
        }
        var suggested = 0
        for _ in 0..<400 {
            var taste = Taste(likes: pick(4).map { Preference($0) }, dislikes: pick(3).map { Preference($0) })
            if let first = pick(1).first, let second = pick(1).first {
                taste.dislikes.append(Preference(first, second))
            }
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                if let id = ids.randomElement(using: &random) { taste.ratings[id] = .random(in: 1...5, using: &random) }
            }
            let shelf = (0..<40).compactMap { _ in ids.randomElement(using: &random) }
            guard let suggestion = suggestion(taste, shelf) else { continue }
            suggested += 1
            let item = suggestion.item
            #expect(!taste.dislikes.contains { preference in preference.features.allSatisfy { item.has($0) } })
            #expect(suggestion.score.reasons.allSatisfy { $0.contribution > 0.02 } && !suggestion.score.reasons.isEmpty)
            #expect(suggestion.score.match > 0.15 && suggestion.score.match <= 1)
            #expect((0...1).contains(suggestion.score.probability))
            #expect(taste.ratings[item.id] == nil)
        }
        #expect(suggested > 100)
    }

    @Test("The lover never gets a lager or a fruity pale ale where there is nothing else")
    func eachAlone() {
        var suggested: [Item] = []
        for item in directory.items {
            guard let suggestion = suggestion(lover, [item.id]) else { continue }
            suggested.append(suggestion.item)
            #expect(!isLager(item.id) && !isFruityPaleAle(item.id), "\(item.name)")
        }
        #expect(suggested.count { $0.style.id == "imperial_stout" } >= 10)
        #expect(suggested.count < 200)
    }

    @Test("Who has told us nothing is never suggested anything")
    func nothingTold() throws {
        let quiet = try #require(directory.visitor("v5b1-quiet")).taste
        #expect(quiet == Taste())
        #expect(suggestion(quiet, directory.items.map(\.id)) == nil)
        let dislikesOnly = Taste(dislikes: lover.dislikes)
        #expect(suggestion(dislikesOnly, directory.items.map(\.id)) == nil)
    }

    @Test(
        "Those of the demo's visitors who told us something are suggested something they like",
        arguments: [
            ("k7m2-hops", ["ipa", "pale_ale"]), ("y6n4-rater", ["stout", "porter"]), ("z1c5-pils", ["lager"]),
        ])
    func others(visitor: String, families: [String]) throws {
        let taste = try #require(directory.visitor(visitor)).taste
        let shelf = try #require(directory.selection("demo"))
        guard case .suggestion(let suggestion) = recommender.choose(for: taste, from: shelf) else {
            Issue.record("nothing")
            return
        }
        #expect(families.contains(suggestion.item.family), "\(suggestion.item.name)")
    }

    @Test("The same beers in another order give the same suggestion")
    func order() {
        var random = SeededRandom(seed: 3)
        var ids = directory.items.map(\.id)
        let first = suggestion(lover, ids)
        for _ in 0..<5 {
            ids.shuffle(using: &random)
            #expect(suggestion(lover, ids)?.item.id == first?.item.id)
        }
    }
}
