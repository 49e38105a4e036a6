import Foundation
import TestSupport
import Testing

/// What a tap at the shelf does to a page, in a real Chromium, with scripts and without.
@Suite(.serialized) struct ShelfBrowserTests {
    @Test(arguments: [true, false], StoreEngine.allCases)
    func aTapShowsThatPersonsPickOnTheScreenWithoutAName(runsScripts: Bool, engine: StoreEngine) async throws {
        let shop = try await LiveShop(in: engine)
        let browser = try Browser(in: shop.workspace.folder, runsScripts: runsScripts)
        try browser.open("\(shop.url)/screen/beer-shelf?token=\(try await shop.token("screen"))")
        // The page may be on its way to the next one: then there is nothing to read.
        func shows(_ text: String) -> Bool { (try? browser.html().contains(text)) ?? false }
        let promotion = #"class="promotion"><strong>1 EUR off<"#
        #expect(shows(promotion) && !shows(#"class="because""#))
        try shop.tap(LiveShop.lover)
        try await eventually("their pick", within: .seconds(15)) { shows(#"class="because""#) }
        let page = try browser.html()
        #expect(page.contains("imperial stout") && page.contains("Enjoy responsibly"))
        for trace in ["q4x9", "f89:1:2", "41c08dfd"] { #expect(!page.contains(trace)) }
        try await eventually(
            "after 20 s the promotion again: \((try? browser.html()) ?? "?")", within: .seconds(40)
        ) {
            shows(promotion) && !shows(#"class="because""#)
        }
        #expect(browser.complaints == [])
    }

    @Test(arguments: [true, false], StoreEngine.allCases)
    func aTagIsLinkedByHoldingItToTheReader(runsScripts: Bool, engine: StoreEngine) async throws {
        let shop = try await LiveShop(in: engine)
        let tag = LiveShop.beacon(major: 1, minor: 77)
        let told = try await shop.workspace.subscribe("beckon-user/#")
        let browser = try Browser(in: shop.workspace.folder, runsScripts: runsScripts)
        try browser.fillInJoin(at: shop.url)
        try browser.press("button.main", loads: true)
        let mine = try browser.url()
        #expect(try !browser.html().contains("Tags linked"))

        // Nobody has asked: a stranger's tag stays a stranger's.
        try shop.tap(tag)
        try await eventually("it is decided") { shop.consumer?.text.contains("unknown_beacon") == true }
        try browser.open(mine)
        #expect(try !browser.html().contains("Tags linked"))

        try browser.press("form:has(input[value=link]) button", loads: true)
        #expect(try browser.html().contains("Now hold your tag to a reader"))
        try shop.tap(tag)
        try await eventually("it is linked", within: .seconds(15)) {
            try browser.open(mine)
            return try browser.html().contains("Tags linked: 1")
        }
        // From then on it is theirs.
        try await eventually("the consumer knows it", within: .seconds(30)) {
            try shop.tap(tag)
            return !told.messages(on: "/notify").isEmpty
        }
        #expect(browser.complaints == [])
    }
}
