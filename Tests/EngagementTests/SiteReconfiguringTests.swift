import Engagement
import Testing

@Suite("A site that is configured anew while people are in it")
struct SiteReconfiguringTests {
    private var rules: RuleConfiguration {
        var rules = RuleConfiguration()
        rules.dwell = .seconds(5)
        return rules
    }

    @Test("The dwell goes on in a zone that is still there, wherever it stands now")
    func zonesMove() {
        var shop = SiteShop()
        shop.enter(SiteShop.beer)
        shop.wait(10)
        var site = SiteShop.site
        site.zones.reverse()
        site.zones.insert(ZoneConfiguration(name: "cider", gateways: [.init(gateway: "box-3")]), at: 0)
        shop.reconfigure(site, RuleConfiguration())
        #expect(shop.opportunities.isEmpty)
        shop.wait(9.999)
        #expect(shop.opportunities.isEmpty)
        shop.wait(0.001)
        #expect(shop.opportunities.map(\.zone) == ["beer"])
        #expect(shop.opportunities.first?.dwell == 20_000)
    }

    @Test("A shorter dwell that has been reached is one at once, and only once")
    func shorterDwell() {
        var shop = SiteShop()
        shop.enter(SiteShop.beer)
        shop.wait(10)
        shop.reconfigure(SiteShop.site, rules)
        #expect(shop.opportunities.map(\.required) == [5000])
        shop.reconfigure(SiteShop.site, RuleConfiguration())
        shop.wait(40)
        #expect(shop.opportunities.count == 1)
    }

    @Test("Where a zone is gone its dwell is, too; the visit goes on, and dwells where the receiver stands now")
    func zoneIsGone() throws {
        var shop = SiteShop()
        let visit = shop.enter(SiteShop.beer)
        shop.wait(10)
        var site = SiteShop.site
        site.zones = [ZoneConfiguration(name: "ale", gateways: [.init(gateway: "box-1")])]
        shop.reconfigure(site, RuleConfiguration())
        shop.wait(19.999)
        #expect(shop.opportunities.isEmpty)
        shop.wait(0.001)
        #expect(shop.opportunities.map(\.zone) == ["ale"])
        #expect(shop.presence.visit(of: SiteShop.beacon)?.id == visit)
        #expect(shop.presence.visit(of: SiteShop.beacon)?.zone == "ale")

        site.zones = []
        shop.reconfigure(site, RuleConfiguration())
        #expect(shop.presence.visit(of: SiteShop.beacon)?.id == visit)
        #expect(shop.presence.survey(atMost: 1).count == 1)
    }
}
