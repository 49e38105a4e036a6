import Beacons
import Engagement
import Messages
import Testing

@Suite struct SitePresenceTests {
    var shop = SiteShop()

    @Test mutating func `dwell is reached at its deadline, counted from the first sighting`() {
        shop.enter(SiteShop.beer, firstSeen: -3)
        #expect(shop.presence.nextDeadline == SiteShop.noon + 17_000)
        shop.wait(16.999)
        #expect(shop.opportunities.isEmpty)
        shop.wait(0.001)
        #expect(
            shop.opportunities == [
                Opportunity(
                    beacon: SiteShop.beacon, visit: "v1", zone: "beer", trigger: .dwell, dwell: 20_000,
                    required: 20_000)
            ])
        shop.wait(600)
        #expect(shop.opportunities.count == 1, "once a zone and store visit")
    }

    @Test mutating func `an event that says no more than the presence before it writes nothing`() {
        let source = SiteShop.beer
        shop.presence.status(source.gateway, .online, at: shop.now)
        shop.presence.present(
            SiteShop.beacon, source, visit: "v1", level: -60, since: shop.now, heard: shop.now, isLive: true,
            at: shop.now)
        let first = shop.presence.takeChanges()
        shop.presence.entered(
            SiteShop.beacon, source, visit: "v1", level: -60, start: shop.now, heard: shop.now, isFresh: true,
            at: shop.now)
        let second = shop.presence.takeChanges()
        shop.presence.entered(
            SiteShop.beacon, source, visit: "v1", level: -60, start: shop.now, heard: shop.now + 1000, isFresh: true,
            at: shop.now + 1000)
        let third = shop.presence.takeChanges()
        #expect(first.visits.map(\.id) == ["v1"])
        #expect(second.visits.isEmpty)
        #expect(third.visits.map(\.lastPresent) == [shop.now + 1000])
    }

    @Test mutating func `a gap of a minute pauses the dwell`() {
        let first = shop.enter(SiteShop.beer)
        shop.wait(12)
        shop.leave(SiteShop.beer, first)
        shop.wait(59.999)
        shop.enter(SiteShop.beer)
        shop.wait(7.999)
        #expect(shop.opportunities.isEmpty)
        shop.wait(0.001)
        #expect(shop.opportunities.map(\.dwell) == [20_000])
    }

    @Test mutating func `a longer gap ends the dwell as too short, and the next begins anew`() {
        let first = shop.enter(SiteShop.beer)
        shop.wait(12)
        shop.leave(SiteShop.beer, first)
        shop.wait(60)
        #expect(shop.opportunities.map(\.dwell) == [12_000])
        shop.enter(SiteShop.beer)
        shop.wait(19.999)
        #expect(shop.opportunities.count == 1)
        shop.wait(0.001)
        #expect(shop.opportunities.map(\.dwell) == [12_000, 20_000])
        #expect(shop.opportunities.map(\.visit) == ["v1", "v1"], "still one store visit")
    }

    @Test mutating func `an exit counts until the last sighting, not until the silence was noticed`() {
        let visit = shop.enter(SiteShop.beer)
        shop.wait(15)
        shop.leave(SiteShop.beer, visit, lastSeen: -10)
        shop.wait(120)
        #expect(shop.opportunities.map(\.dwell) == [5000])
    }

    @Test mutating func `a store visit ends after half an hour without presence`() {
        let visit = shop.enter(SiteShop.beer)
        shop.leave(SiteShop.beer, visit)
        shop.wait(1799.999)
        #expect(shop.standing("v1") == .absent(since: SiteShop.noon))
        shop.wait(0.001)
        #expect(shop.standing("v1") == .closed)
        let changes = shop.presence.takeChanges()
        #expect(changes.visits.isEmpty && changes.ended.map(\.beacon) == [SiteShop.beacon])
        shop.enter(SiteShop.beer)
        #expect(shop.standing("v2") == .present)
        #expect(shop.presence.nextDeadline != nil)
    }

    @Test mutating func `the door counts for the store, not for a zone`() {
        shop.enter(SiteShop.door)
        shop.wait(600)
        #expect(shop.opportunities.isEmpty)
        #expect(shop.standing("v1") != .closed)
    }

    @Test func `a store without zones asks for a minute in the store`() {
        var shop = SiteShop(SiteConfiguration(name: "kiosk", timeZone: "UTC"))
        shop.enter(SiteShop.door)
        shop.wait(59.999)
        #expect(shop.opportunities.isEmpty)
        shop.wait(0.001)
        #expect(shop.opportunities.map(\.zone) == [nil])
        #expect(shop.opportunities.map(\.required) == [60_000])
    }

    // MARK: - Several gateways

    @Test(arguments: [(1.9, "beer"), (2.0, "wine")])
    mutating func `a challenger must be heard 2 dB better`(margin: Double, zone: String) {
        shop.enter(SiteShop.beer, level: -60)
        shop.enter(SiteShop.wine, level: -70)
        shop.range(5, [SiteShop.beer: -60, SiteShop.wine: -60 + margin])
        shop.range(22, [SiteShop.beer: -60, SiteShop.wine: -60])
        #expect(shop.opportunities.first?.zone == zone)
    }

    @Test mutating func `a lead counts once who is led has spoken too, or the challenger again`() {
        shop.enter(SiteShop.beer, level: -60)
        shop.enter(SiteShop.wine, level: -70)
        _ = shop.told()
        shop.range(1, [SiteShop.wine: -50])
        shop.range(1, [SiteShop.beer: -45])
        shop.range(1, [SiteShop.wine: -44])
        #expect(shop.told().isEmpty, "both heard that packet well")
        shop.range(1, [SiteShop.wine: -40])
        #expect(shop.told().isEmpty)
        shop.range(1, [SiteShop.wine: -40])
        #expect(shop.told() == ["move beer wine 5"])
    }

    @Test mutating func `a body that turns takes 8 dB away for some seconds, and nobody has moved`() {
        shop.enter(SiteShop.beer, level: -60)
        shop.enter(SiteShop.wine, level: -65)
        _ = shop.told()
        shop.range(6, [SiteShop.beer: -68, SiteShop.wine: -65])
        #expect(shop.told().isEmpty, "the best of lately is -66 dBm")
        shop.range(5, [SiteShop.beer: -60, SiteShop.wine: -65])
        shop.range(6, [SiteShop.beer: -68, SiteShop.wine: -65])
        #expect(shop.told().isEmpty)
        shop.range(2, [SiteShop.beer: -68, SiteShop.wine: -65])
        #expect(shop.told() == ["move beer wine 19"], "who stays that weak has gone")
    }

    @Test mutating func `levels that swing are one move at most; a walk is followed at once`() {
        shop.enter(SiteShop.beer, level: -60)
        shop.enter(SiteShop.wine, level: -60)
        _ = shop.told()
        for second in 0..<100 {
            shop.range(1, [SiteShop.beer: -60, SiteShop.wine: second.isMultiple(of: 2) ? -54 : -66])
        }
        #expect(shop.told() == ["move beer wine 2"])
        shop.range(2, [SiteShop.beer: -40, SiteShop.wine: -66])
        #expect(shop.told() == ["move wine beer 101"])
    }

    @Test mutating func `who has just moved goes back only for good reason`() {
        shop.enter(SiteShop.beer, level: -60)
        shop.enter(SiteShop.wine, level: -60)
        _ = shop.told()
        shop.range(2, [SiteShop.beer: -60, SiteShop.wine: -50])
        #expect(shop.told() == ["move beer wine 2"])
        // 12 s would do elsewhere: 2 dB over what falls from -50 dBm. Back it takes 10 · exp(−t/15 s) more.
        shop.range(14, [SiteShop.beer: -60, SiteShop.wine: -80])
        #expect(shop.told().isEmpty)
        shop.range(3, [SiteShop.beer: -60, SiteShop.wine: -80])
        #expect(shop.told() == ["move wine beer 19"])
    }

    @Test mutating func `with the best gateway's exit the other zone takes over`() {
        let visit = shop.enter(SiteShop.beer, level: -50)
        shop.enter(SiteShop.wine, level: -70)
        shop.wait(5)
        shop.leave(SiteShop.beer, visit)
        shop.wait(20)
        #expect(shop.opportunities.map(\.zone) == ["wine"])
    }

    @Test mutating func `a gateway that is lost is aged out, and nobody has left`() {
        shop.enter(SiteShop.beer)
        shop.wait(5)
        shop.status("box-1", false)
        shop.wait(10)
        shop.status("box-1", true)
        shop.wait(5)
        #expect(shop.opportunities.map(\.dwell) == [20_000], "a blink costs nothing")
        shop.status("box-1", false)
        shop.wait(31)
        #expect(shop.standing("v1") == .absent(since: SiteShop.noon + 50_000))
        shop.status("box-1", true)
        shop.tell(SiteShop.beer, "v1", since: -51)
        #expect(shop.standing("v1") == .present)
    }

    @Test mutating func `what no gateway tells again does not stay for ever`() {
        shop.enter(SiteShop.beer)
        shop.wait(149.999)
        #expect(shop.standing("v1") == .present)
        shop.wait(0.001)
        #expect(shop.standing("v1") == .absent(since: SiteShop.noon + 150_000))
    }

    // MARK: - Late words

    @Test mutating func `a stale enter is known, and counts for nothing`() {
        shop.enter(SiteShop.beer, isFresh: false)
        shop.wait(600)
        #expect(shop.opportunities.isEmpty)
    }

    @Test mutating func `live presence of a gateway that is online resumes once, with dwell until it was last heard`() {
        shop.status("box-1", true)
        shop.enter(SiteShop.beer, isFresh: false)
        shop.wait(100)
        shop.tell(SiteShop.beer, "v1", since: -100, lastSeen: -1)
        #expect(shop.opportunities.map(\.trigger) == [.resumed])
        #expect(shop.opportunities.map(\.dwell) == [99_000])
        shop.wait(60)
        shop.tell(SiteShop.beer, "v1", since: -160)
        #expect(shop.opportunities.count == 1)
    }

    @Test(arguments: [(true, Opportunity.Trigger.dwell), (false, .resumed)])
    mutating func `live presence that overtakes the enter event resumes nothing; a late enter changes nothing`(
        isFresh: Bool, trigger: Opportunity.Trigger
    ) {
        shop.status("box-1", true)
        shop.tell(SiteShop.beer, "v1", since: -3)
        shop.enter(SiteShop.beer, firstSeen: -3, isFresh: isFresh)
        shop.wait(17)
        #expect(shop.opportunities.map(\.trigger) == [trigger])
        #expect(shop.opportunities.map(\.dwell) == [20_000])
    }

    @Test(arguments: [(true, true, -60.0), (true, false, -1.0), (false, true, -1.0), (true, true, 30.001)])
    mutating func `retained, old or early presence, or that of a gateway not online, resumes nothing`(
        isOnline: Bool, isLive: Bool, lastSeen: Double
    ) {
        if isOnline { shop.status("box-1", true) }
        shop.presence.present(
            SiteShop.beacon, SiteShop.beer, visit: "v1", level: nil, since: shop.now - 100_000,
            heard: shop.now + Int64(lastSeen * 1000), isLive: isLive, at: shop.now)
        shop.wait(100)
        #expect(shop.opportunities.isEmpty)
    }

    @Test mutating func `the exit of an earlier visit ends nothing`() {
        let first = shop.enter(SiteShop.beer)
        shop.leave(SiteShop.beer, first)
        shop.enter(SiteShop.beer)
        shop.leave(SiteShop.beer, first)
        #expect(shop.standing("v1") == .present)
    }

    @Test mutating func `a store visit goes on after a restart, under its id`() {
        shop.presence.restore(
            StoreVisit(beacon: SiteShop.beacon, id: "old", since: shop.now - 60_000, lastPresent: shop.now - 1000))
        shop.enter(SiteShop.beer)
        shop.wait(20)
        #expect(shop.opportunities.map(\.visit) == ["old"])
    }
}
