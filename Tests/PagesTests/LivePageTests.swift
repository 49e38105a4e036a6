import Pages
import Testing

@Suite struct LivePageTests {
    private func part(_ name: String, zone: String? = nil, level: Double? = -60.4) -> LivePart {
        let shopper = ShoppersPart.Shopper(
            beacon: "ibeacon:1", name: name, isKnown: true, zone: zone, since: "17:05:12", level: level)
        return ShoppersPart(sites: [.init(name: "shop", count: 3, zones: [("store", 3)], shoppers: [shopper])]).part
    }

    @Test func whatIsShownHasAVersionThatChangesWithIt() {
        #expect(part("a") == part("a"))
        #expect(part("a").version != part("b").version)
        #expect(part("a").version != part("a", zone: "shelf").version)
        // The same to the eye.
        #expect(part("a").version == part("a", level: -60.2).version)
        #expect(String(decoding: [part("a")].versions, as: UTF8.self) == #"{"shoppers":"\#(part("a").version)"}"#)
    }

    @Test func aBoundedListSaysWhatItLeavesOut() {
        #expect(text(part("a")).contains("and 2 more"))
        let gateways = (1...150).map {
            GatewaysPart.Gateway(
                site: "s", name: "g\($0)", state: $0 == 150 ? "lost" : "online", reason: nil, since: "")
        }
        let html = text(GatewaysPart(gateways: gateways).part)
        #expect(html.contains("and 50 more"))
        // What is not well is never left out.
        #expect(html.contains("lost"))
    }

    @Test func whatIsToBeTypedStandsOut() {
        let gateway = { (reason: String) in
            GatewaysPart(gateways: [.init(site: "s", name: "g", state: "degraded", reason: reason, since: "")]).part
        }
        #expect(
            text(gateway("run `rfkill unblock <x>` there")).contains("run <code>rfkill unblock &lt;x&gt;</code> there"))
        #expect(text(gateway("a ` alone")).contains("a ` alone"))
        #expect(text(FiguresPart(figures: [], problem: "`a`").part).contains("<p class=\"problem\"><code>a</code></p>"))
    }

    @Test func anAdaptersFaultIsToldOnce() {
        let adapters = ["off", "gone"].map {
            AdaptersPart.Adapter(address: "a", state: "failed", mode: "", silence: nil, fault: $0)
        }
        let html = text(AdaptersPart(adapters: adapters, told: "off").part)
        #expect(!html.contains("off") && html.contains("gone") && html.split(separator: "mark bad").count == 3)
    }

    @Test func whatGatewaysAndFilesSayIsNoMarkup() {
        let hostile = "<script>\"'&"
        let decision = DecisionsPart.Decision(
            number: 1, time: hostile, user: hostile, site: hostile, zone: hostile, reason: hostile,
            findings: [(hostile, hostile)])
        let line = SignalPart.Line(region: hostile, gateway: hostile, level: .nan, enter: .infinity, exit: nil)
        let parts = [
            part(hostile, zone: hostile, level: .infinity), DecisionsPart(decisions: [decision]).part,
            SignalPart(beacon: hostile, owner: hostile, lines: [line]).part,
            GatewaysPart(gateways: [.init(site: hostile, name: hostile, state: hostile, reason: hostile, since: "")])
                .part, CountsPart(counts: [(hostile, .max / 200)]).part,
            AdaptersPart(adapters: [.init(address: hostile, state: hostile, mode: "", silence: .min, fault: hostile)])
                .part,
        ]
        for part in parts { #expect(!text(part).contains("<script")) }
    }

    private func text(_ part: LivePart) -> String { String(decoding: part.html.bytes, as: UTF8.self) }
}
