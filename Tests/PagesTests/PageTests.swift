import Testing

@testable import Pages

@Suite struct PageTests {
    private static let hostile = "\"><script>alert('x')</script>"

    static var itemPage: ItemPage {
        ItemPage(
            name: hostile, brewery: hostile, style: hostile, abv: 8.25, ibu: .nan, price: hostile, reasons: [hostile],
            promotion: .init(label: hostile, until: hostile), notice: hostile, address: hostile, me: hostile)
    }

    static var mePage: MePage {
        let told = MePage.Told(
            id: hostile, item: hostile, time: hostile, reasons: [hostile], isBought: false, stars: 3)
        let choice = TasteChoice(feature: hostile, label: hostile, opinion: .like)
        return MePage(
            address: hostile, told: [told], choices: [choice], granted: ["presence"], pausedUntil: hostile, tags: 2,
            sites: [hostile, "b"], tagState: .failed, isNew: true, isSaved: true)
    }

    static var joinPage: JoinPage {
        var page = JoinPage(
            choices: [TasteChoice(feature: hostile, label: hostile, opinion: .dislike)], problem: .age)
        (page.day, page.month, page.year, page.country) = (hostile, hostile, hostile, hostile)
        return page
    }

    private func documents(in language: Language) -> [Document] {
        let screen = ScreenPage(
            show: .init(
                title: Self.hostile, subtitle: Self.hostile, price: Self.hostile, promotion: Self.hostile,
                reasons: [Self.hostile]), notice: Self.hostile, events: Self.hostile, refresh: 20)
        return [
            Self.itemPage.document(in: language), Self.mePage.document(in: language),
            Self.joinPage.document(in: language), screen.document(in: language), LoginPage(isRefused: true).document,
            .saying(.notFound, in: language),
        ]
    }

    /// The policy that every page is sent with allows no script or style in the page itself.
    @Test(arguments: Language.allCases)
    func noPageCarriesCodeOrWhatStrangersWroteAsMarkup(language: Language) {
        for document in documents(in: language) {
            let text = document.html.text
            #expect(!text.contains("alert('x')"))
            #expect(!text.contains("<style"))
            #expect(!text.contains(" style="))
            #expect(text.ranges(of: "<script").count == text.ranges(of: "<script src=\"/").count)
            for handler in [" onclick", " onload", " onerror", "javascript:"] { #expect(!text.contains(handler)) }
            for outside in ["http://", "https://", "\"//"] { #expect(!text.contains(outside)) }
        }
    }

    @Test(arguments: Language.allCases)
    func everyPageSaysItsLanguageAndIsMadeForPhones(language: Language) {
        for document in documents(in: language) where !document.html.text.contains("type=\"password\"") {
            #expect(document.html.text.contains("<html lang=\"\(language.rawValue)\">"))
            #expect(document.html.text.contains("width=device-width"))
            #expect(document.html.text.contains("<main"))
        }
    }

    /// Every control has a name for who does not see it.
    @Test func everyControlHasALabel() {
        for document in documents(in: .english) {
            let text = document.html.text
            let inputs = text.ranges(of: "<input").count - text.ranges(of: "type=\"hidden\"").count
            let controls = inputs + text.ranges(of: "<select").count
            #expect(text.ranges(of: "<label").count == controls)
        }
    }

    @Test func numbersAreWrittenAsTheLanguageDoes() {
        #expect(ItemPage.decimal(8.25, .english) == "8.3")
        #expect(ItemPage.decimal(8.25, .finnish) == "8,3")
        #expect(ItemPage.decimal(5, .japanese) == "5")
        #expect(ItemPage.decimal(.infinity, .english) == "–")
    }

    @Test func whatWasAnsweredIsNotOfferedAgain() {
        var page = Self.itemPage
        page.state = .dismissed
        #expect(!page.document(in: .english).html.text.contains("<button"))
    }

    @Test(arguments: [
        ("fi-FI,fi;q=0.9,en;q=0.8", Language.finnish), ("de, ja;q=0.5, en;q=0.4", .japanese), ("de", .english),
        ("en;q=0.1, fi;q=0.2", .finnish), ("", .english), ("fi;q=0", .english), ("fi_FI", .finnish), ("*", .english),
        (";;;,,q=,fi;q=x", .finnish), (String(repeating: "xx,", count: 10_000) + "fi", .english),
    ])
    func theBrowsersLanguageIsTakenWhereWeHaveIt(header: String, language: Language) {
        #expect(Language(accepting: header) == language)
    }
}
