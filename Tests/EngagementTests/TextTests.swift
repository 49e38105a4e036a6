import Engagement
import Testing

@Suite("What a shopper reads")
struct TextTests {
    private static func suggestion(
        name: String = "Overcast", brewery: String = "Oakshire", promotion: String? = nil,
        reasons: [Reason] = [
            Reason(.feature(Feature(.style, "imperial_stout")), contribution: 0.3),
            Reason(.feature(Feature(.tag, "coffee")), contribution: 0.2), Reason(.abv, contribution: 0.1),
        ]
    ) -> Suggestion {
        let style = Style(id: "imperial_stout", label: "imperial stout", family: "stout")
        return Suggestion(
            item: Item(id: "1", name: name, brewery: brewery, style: style, tags: ["coffee", "passion_fruit"]),
            entry: Selection.Entry(item: "1", price: Price(hundredths: 605, currency: "EUR"), stock: 1),
            score: ScoredItem(id: "1", match: 0.5, quality: 1, probability: 0.8, reasons: reasons),
            promotion: promotion.map { Promotion(id: "p", site: "s", item: "1", label: $0, window: 0..<1) })
    }

    @Test("Beer, style, brewery, price, reasons and promotion are said")
    func whole() {
        let text = NotificationText(
            for: Self.suggestion(promotion: "0.50 EUR off"), locale: "en-GB", notice: "18+. Enjoy responsibly.")
        #expect(text.title == "You may like Overcast")
        #expect(
            text.body == "Imperial stout by Oakshire, 6.05 EUR. "
                + "It suits your taste for imperial stout, coffee and its strength. 0.50 EUR off.")
        #expect(text.reasons == ["imperial stout", "coffee", "its strength"])
        #expect(text.promotion == "0.50 EUR off")
        #expect(text.notice == "18+. Enjoy responsibly.")
    }

    @Test("What is not there is not said")
    func parts() {
        let reasons = [Reason(.feature(Feature(.tag, "passion_fruit")), contribution: 0.2)]
        let text = NotificationText(for: Self.suggestion(brewery: "", reasons: reasons), locale: "en", notice: "")
        #expect(text.body == "Imperial stout, 6.05 EUR. It suits your taste for passion fruit.")
        #expect(text.promotion == nil && text.notice == nil)
    }

    @Test("What speaks against the item is never given as a reason")
    func negatives() {
        let reasons = [
            Reason(.feature(Feature(.tag, "coffee")), contribution: 0.2),
            Reason(.feature(Feature(.family, "stout")), contribution: -0.3),
        ]
        #expect(
            NotificationText(for: Self.suggestion(reasons: reasons), locale: "en", notice: "").reasons == ["coffee"])
    }

    @Test("A family is not said beside its style")
    func family() {
        let family = Reason(.feature(Feature(.family, "stout")), contribution: 0.2)
        let style = Reason(.feature(Feature(.style, "imperial_stout")), contribution: 0.2)
        for reasons in [[family, style], [style, family]] {
            let text = NotificationText(for: Self.suggestion(reasons: reasons), locale: "en", notice: "")
            #expect(text.reasons == ["imperial stout"])
        }
    }

    @Test(
        "A language that is not there is written to in English",
        arguments: ["sv", "", "-", "EN", "en_US", "xx-Latn-XX"])
    func locales(locale: String) {
        #expect(NotificationText(for: Self.suggestion(), locale: locale, notice: "").title == "You may like Overcast")
    }

    @Test("Names with braces are taken as they are, and endless ones are cut")
    func names() {
        let braces = NotificationText(for: Self.suggestion(name: "{price} {"), locale: "en", notice: "")
        #expect(braces.title == "You may like {price} {")
        let long = String(repeating: "ä", count: 500)
        let endless = NotificationText(
            for: Self.suggestion(name: long, brewery: long, promotion: long), locale: "en", notice: "")
        #expect(endless.title.count <= 80 && endless.title.hasSuffix("…"))
        #expect(endless.body.count <= 300 && endless.body.contains("…"))
    }

    @Test("A Finn reads Finnish and a Japanese Japanese, the reasons too")
    func languages() {
        let finnish = NotificationText(for: Self.suggestion(promotion: "−20 %"), locale: "fi-FI", notice: "")
        #expect(finnish.title == "Maistuisiko Overcast?")
        #expect(
            finnish.body == "Imperial stout, Oakshire, 6.05 EUR. "
                + "Sopii makuusi: imperial stout, kahvi ja vahvuus. −20 %.")
        #expect(finnish.reasons == ["imperial stout", "kahvi", "vahvuus"])
        let japanese = NotificationText(for: Self.suggestion(promotion: "20%引き"), locale: "ja", notice: "")
        #expect(japanese.title == "Overcastはいかがですか")
        #expect(
            japanese.body == "OakshireのImperial stout、6.05 EUR。お好みに合う点：imperial stout、コーヒー、アルコール度数。20%引き。")
    }

    @Test("Every language has words for the same things, and says nothing too long", arguments: ["en", "fi", "ja"])
    func complete(language: String) {
        let phrases = Templates.builtIn[language]
        #expect(phrases.excess == nil)
        #expect(phrases.words["abv"] != nil && phrases.words["ibu"] != nil)
        #expect(phrases.words.keys.allSatisfy { $0 == "abv" || $0 == "ibu" || Feature($0) != nil })
        #expect(phrases.words.values.allSatisfy { !$0.isEmpty && !$0.contains("\n") })
        for tag in ["pale", "amber", "dark", "malty", "bitter", "roasty", "hoppy", "balanced", "sweet", "sour", "aged"]
        {
            #expect(phrases.words["tag:\(tag)"] != nil, "\(tag)")
        }
    }

    @Test("A shop's own sentences take the place of ours")
    func own() {
        var templates = Templates.builtIn
        templates["sv-SE"].title = "Prova {item}"
        templates["en"].words["tag:coffee"] = "a good roast"
        let swedish = NotificationText(for: Self.suggestion(), locale: "sv_FI", notice: "", templates: templates)
        #expect(swedish.title == "Prova Overcast")
        let english = NotificationText(for: Self.suggestion(), locale: "en", notice: "", templates: templates)
        #expect(english.reasons.contains("a good roast") && english.title == "You may like Overcast")
    }

    @Test(
        "A placeholder that nothing fills is a fault, and so is one that is missing",
        arguments: [
            ("Try {item}", nil), ("Try {price}", "nothing fills {price}; known here: {item}"),
            ("Try {Item}", "nothing fills {Item}; known here: {item}"), ("Try it", "{item} is missing"),
            ("Try {item", "a brace without its other half"), ("Try item}", "a brace without its other half"),
            ("{{item}}", "nothing fills {{item}; known here: {item}"),
        ])
    func placeholders(template: String, fault: String?) {
        #expect(Phrases.fault(in: template, known: ["item"], needed: ["item"]) == fault)
    }

    @Test("Sentences that are too long are told")
    func excess() {
        var phrases = Templates.builtIn["en"]
        phrases.title = String(repeating: "x", count: 21) + "{item}"
        #expect(phrases.excess == "title is 1 characters too long beside the longest name of an item")
        phrases.title = "{item}"
        phrases.because = String(repeating: "y", count: 100) + "{reasons}"
        #expect(phrases.excess?.hasPrefix("the sentences of the text are together") == true)
    }

    @Test("Prices have two decimals", arguments: [(0, "0.00 EUR"), (5, "0.05 EUR"), (1990, "19.90 EUR")])
    func prices(hundredths: Int, expected: String) {
        #expect(Price(hundredths: hundredths, currency: "EUR").description == expected)
    }
}
