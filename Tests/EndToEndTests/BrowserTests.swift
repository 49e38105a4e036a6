import Foundation
import TestSupport
import Testing

/// The shoppers' pages in a real Chromium, with scripts and without.
@Suite(.serialized) struct BrowserTests {
    @Test(arguments: [true, false], StoreEngine.allCases)
    func aShopperJoinsChangesTheirMindAndIsErased(runsScripts: Bool, engine: StoreEngine) async throws {
        let shop = try await WebShop(in: engine)
        let browser = try Browser(in: shop.workspace.folder, runsScripts: runsScripts)
        try browser.fillInJoin(at: shop.url)
        try browser.press("input[name='taste:tag:sour'][value=dislike]")
        try browser.press("button.main", loads: true)
        #expect(try browser.html().contains("Welcome."))
        let mine = try browser.url()
        #expect(mine.contains("/me/"))
        #expect(try browser.html().contains(#"name="taste:family:stout" value="like" checked"#))

        try browser.press("button.main", loads: true)
        #expect(try browser.html().contains("Saved."))
        try browser.press("form:has(input[value=pause]) button", loads: true)
        #expect(try browser.html().contains("Paused until"))
        try browser.press("form:has(input[value=resume]) button", loads: true)
        #expect(try !browser.html().contains("Paused until"))

        try browser.press("input[name=confirm]")
        try browser.press("button.danger", loads: true)
        #expect(try browser.html().contains("You have been erased."))
        try browser.open(mine)
        #expect(try browser.html().contains("This link has expired"))
    }

    @Test(arguments: [true, false], StoreEngine.allCases)
    func whoIsToldOfABeerSeesWhyAndMayHaveNoMore(runsScripts: Bool, engine: StoreEngine) async throws {
        let shop = try await WebShop(in: engine)
        let path = try await shop.itemPath()
        let browser = try Browser(in: shop.workspace.folder, runsScripts: runsScripts)
        try browser.open(shop.url + path)
        let page = try browser.html()
        #expect(page.contains("Why you see this"))
        #expect(page.contains("imperial stout"))
        try browser.press("button[value=dismiss]", loads: true)
        #expect(try browser.html().contains("You will not be told of this beer again"))
        try browser.open(shop.url + path)
        try browser.press("a[href^='/me/']", loads: true)
        #expect(try browser.html().contains("Imperial"))
        try browser.press("button[name=bought]", loads: true)
        try browser.press("button[name=stars][value='4']", loads: true)
        let mine = try browser.html()
        #expect(mine.contains(">Bought<"))
        #expect(mine.contains(#"value="4" aria-pressed="true""#))
    }

    @Test(arguments: [true, false], StoreEngine.allCases)
    func afterAnOptOutThePhoneIsToldNothing(runsScripts: Bool, engine: StoreEngine) async throws {
        let shop = try await WebShop(in: engine)
        let path = try await shop.itemPath()
        let browser = try Browser(in: shop.workspace.folder, runsScripts: runsScripts)
        try browser.open(shop.url + path)
        try browser.press("button[value=opt-out]", loads: true)
        #expect(try browser.html().contains("You get no more suggestions"))
        try await eventually("the consumer knows") {
            let answer = try shop.post(
                "/v1/encounters", token: shop.userToken, #"{"event":"enter","beacons":[\#(WebTests.shelf)]}"#)
            return answer.header("beckon-reason") == "opted_out"
        }
    }

    /// Only the script tells that the page was opened: what fetches links has not.
    @Test func thatAPersonHasOpenedThePageIsNoted() async throws {
        let shop = try await WebShop()
        let path = try await shop.itemPath()
        let me = try #require(shop.get(path).body.firstMatch(of: /\/me\/[^"]+/)).output
        #expect(try !shop.get("\(me)/export").body.contains("opened"))
        let browser = try Browser(in: shop.workspace.folder)
        try browser.open(shop.url + path)
        try await eventually("it is noted") { try shop.get("\(me)/export").body.contains("opened") }
    }
}
