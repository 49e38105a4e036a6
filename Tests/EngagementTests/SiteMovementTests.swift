import Beacons
import Engagement
import Messages
import Testing

/// What a site tells the world, and what it does not.
@Suite struct SiteMovementTests {
    var shop = SiteShop()

    @Test mutating func `someone comes, moves, and leaves: each told once, at its time`() {
        let door = shop.enter(SiteShop.door, firstSeen: -3)
        shop.wait(30)
        let beer = shop.enter(SiteShop.beer)
        shop.wait(60)
        shop.leave(SiteShop.beer, beer)
        shop.wait(10)
        shop.leave(SiteShop.door, door)
        shop.wait(1800)
        #expect(
            shop.told() == [
                "enter store -3", "move store beer 30", "move beer store 90", "exit store 100 timeout",
            ])
        shop.wait(86_400)
        #expect(shop.told().isEmpty)
    }

    @Test mutating func `a gap in hearing is no movement, and the zone stays`() {
        let first = shop.enter(SiteShop.beer)
        shop.wait(10)
        shop.leave(SiteShop.beer, first)
        shop.wait(300)
        shop.enter(SiteShop.beer)
        #expect(shop.told() == ["enter beer 0"])
    }

    @Test mutating func `after a restart what was told is not told again`() {
        var visit = StoreVisit(
            beacon: SiteShop.beacon, id: "old", since: shop.now - 60_000, lastPresent: shop.now - 1000)
        visit.zone = "beer"
        shop.presence.restore(visit)
        shop.enter(SiteShop.beer)
        #expect(shop.told().isEmpty)
        shop.wait(10)
        shop.leave(SiteShop.beer, "v1")
        shop.enter(SiteShop.wine)
        #expect(shop.told() == ["move beer wine 10"])
    }

    @Test mutating func `who comes back after half an hour is on another visit, however late the end was noticed`() {
        shop.status("box-1", .online)
        shop.enter(SiteShop.beer)
        shop.wait(60)
        shop.status("box-1", .lost)
        shop.wait(7200)
        #expect(shop.told() == ["enter beer 0"], "a gateway that is lost says nothing of anybody")
        shop.enter(SiteShop.wine)
        #expect(shop.told() == ["exit beer 0 timeout", "enter wine 7260"])
    }

    // MARK: - Who cannot hear

    @Test mutating func `a gateway lost for a day is given up: its presence is cleared, and visits end`() {
        shop.status("box-1", .online)
        shop.enter(SiteShop.beer)
        shop.wait(60)
        shop.status("box-1", .lost)
        shop.wait(86_400 - 60 - 0.001)
        #expect(shop.told() == ["enter beer 0"])
        #expect(shop.standing("v1") != .present)
        shop.wait(0.001)
        #expect(shop.told() == ["exit beer 0 gateway_lost"])
        #expect(shop.silences.map(\.source) == [SiteShop.beer] && shop.silences.map(\.beacon) == [SiteShop.beacon])
    }

    @Test mutating func `a gateway that comes back within the day goes on where it was`() {
        shop.status("box-1", .online)
        shop.enter(SiteShop.beer)
        shop.status("box-1", .offline)
        shop.wait(10_000)
        shop.status("box-1", .online)
        shop.tell(SiteShop.beer, "v1", since: -10_000)
        #expect(shop.standing("v1") == .present)
        shop.leave(SiteShop.beer, "v1")
        shop.wait(1800)
        #expect(shop.told() == ["enter beer 0", "exit beer 10000 timeout"])
    }

    @Test mutating func `a retired gateway is given up at once; who another one hears stays`() {
        shop.enter(SiteShop.beer)
        shop.enter(SiteShop.wine, level: -80)
        shop.wait(5)
        shop.presence.retire("box-1", at: shop.now)
        #expect(shop.told() == ["enter beer 0", "move beer wine 5"])
        shop.presence.retire("box-2", at: shop.now)
        #expect(shop.told() == ["exit wine 5 gateway_lost"])
        #expect(shop.silences.map(\.source) == [SiteShop.beer, SiteShop.wine])
    }

    @Test mutating func `while we hear nobody, nobody has left`() {
        shop.enter(SiteShop.beer)
        shop.presence.listens(false, at: shop.now)
        shop.wait(36_000)
        #expect(shop.told() == ["enter beer 0"])
        shop.presence.listens(true, at: shop.now)
        shop.wait(149.999)
        #expect(shop.told().isEmpty)
        shop.wait(0.001)
        #expect(shop.told() == ["exit beer 0 timeout"])
    }

    // MARK: - Decisions at once

    @Test mutating func `a tap decides at once, and where it was tapped`() {
        shop.enter(SiteShop.wine, level: -40)
        shop.wait(5)
        shop.presence.tapped(
            SiteShop.beacon, SiteShop.beer, visit: "t1", level: -30, start: shop.now - 300, heard: shop.now,
            at: shop.now)
        let opportunities = shop.presence.takeOpportunities()
        #expect(opportunities.map(\.trigger) == [.tap])
        #expect(opportunities.map(\.zone) == ["beer"])
        #expect(opportunities.map(\.visit) == ["v1"])
        #expect(shop.told() == ["enter wine 0", "move wine beer 5"])
    }

    @Test mutating func `after a restart the next ranging is enough to go on, with the dwell since the gateway's word`()
    {
        shop.status("box-1", .online)
        shop.tell(SiteShop.beer, "v1", since: -15, isLive: false)
        shop.wait(1)
        #expect(shop.opportunities.isEmpty)
        shop.presence.ranged(SiteShop.beacon, SiteShop.beer, level: -60, heard: shop.now, at: shop.now)
        shop.wait(3.999)
        #expect(shop.opportunities.isEmpty)
        shop.wait(0.001)
        #expect(shop.opportunities.map(\.dwell) == [20_000])
        #expect(shop.opportunities.map(\.trigger) == [.resumed])
    }

    @Test(arguments: [(false, 0.0), (true, -61)])
    mutating func `ranging of a gateway that is not online, or of long ago, resumes nothing`(
        isOnline: Bool, age: Double
    ) {
        if isOnline { shop.status("box-1", .online) }
        shop.tell(SiteShop.beer, "v1", since: -100, lastSeen: -70, isLive: false)
        let heard = shop.now + Int64(age * 1000)
        shop.presence.ranged(SiteShop.beacon, SiteShop.beer, level: -60, heard: heard, at: shop.now)
        shop.wait(60)
        #expect(shop.opportunities.isEmpty)
    }

    @Test mutating func `a phone that heard a place is there for a quarter of an hour, or until it says no`() {
        shop.presence.encountered(SiteShop.beacon, zone: "beer", visit: "p1", required: 0, at: shop.now)
        #expect(shop.presence.takeOpportunities().map(\.trigger) == [.phone])
        shop.wait(899.999)
        #expect(shop.standing("p1") == .present)
        shop.wait(0.001)
        #expect(shop.standing("p1") == .absent(since: shop.now))
        shop.presence.encountered(SiteShop.beacon, zone: "beer", visit: "p2", required: 0, at: shop.now)
        #expect(shop.presence.takeOpportunities().map(\.visit) == ["p1"], "still one store visit")
        shop.presence.left(SiteShop.beacon, .phone(in: "beer"), visit: nil, heard: shop.now, at: shop.now)
        #expect(shop.standing("p1") == .absent(since: shop.now))
    }

    @Test mutating func `a place may ask for dwell, also of a phone that is on 8 s and off 20 s`() {
        for _ in 0..<3 {
            shop.presence.encountered(SiteShop.beacon, zone: "beer", visit: "p1", required: 20_000, at: shop.now)
            shop.wait(8)
            shop.presence.left(SiteShop.beacon, .phone(in: "beer"), visit: nil, heard: shop.now, at: shop.now)
            shop.wait(20)
        }
        #expect(shop.opportunities.map(\.dwell) == [20_000])
    }
}
