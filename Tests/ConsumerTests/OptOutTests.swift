import Beacons
import ConsumerStore
import Engagement
import Hashing
import Messages
import TestSupport
import Testing

@testable import beckon_consumer

@Suite struct OptOutTests {
    private let key: (id: String, key: [UInt8]) = ("k1", [UInt8](repeating: 1, count: 32))
    private let stranger = BeaconIdentity.iBeacon(uuid: BeaconUUID(0x41C0_8DFD), major: 1, minor: 77)

    private func privacy(
        isPseudonymous: Bool = false, isEnrolledOnly: Bool = false, hasKey: Bool = true
    ) -> ConsumerPrivacy {
        ConsumerPrivacy(
            keyring: Keyring(hasKey ? [key] : [], isPseudonymous: isPseudonymous), isEnrolledOnly: isEnrolledOnly,
            readers: ["till"])
    }

    private func hash(_ beacon: BeaconIdentity) -> UInt64 { PseudonymKey(id: key.id, key.key).denyHash(of: beacon) }

    private func hold(
        _ shop: ConsumerShop, _ seconds: Int64, region: String = "till", beacon: BeaconIdentity = ConsumerShop.beacon
    ) throws {
        let event = shop.event(.tap(hold: seconds * 1000), visit: "tap", region: region, beacon: beacon)
        try shop.receive(shop.message(event))
    }

    @Test(arguments: StoreEngine.allCases)
    func aVisitorWhoHoldsTheirTagToAReaderRefusesAndIsOnTheListAndIsToldNothing(engine: StoreEngine) throws {
        let shop = try ConsumerShop(privacy: privacy(), in: engine)
        try shop.enroll()
        #expect(try shop.denyList()?.hashes == [])
        try shop.enter("v1")
        try shop.wait(10)
        try hold(shop, 5)
        let visitor = try #require(try shop.visitors().first)
        for purpose in Consent.Purpose.allCases {
            #expect(visitor.consent(for: purpose) == .refused)
            #expect(visitor.consents[purpose]?.source == "reader" && visitor.consents[purpose]?.at == shop.now)
        }
        let list = try #require(try shop.denyList())
        #expect(list.hashes == [hash(ConsumerShop.beacon)] && list.mode == .deny && list.keyID == "k1")
        #expect(try shop.visits().isEmpty)
        try shop.wait(60)
        try shop.enter("v2")
        try shop.wait(60)
        #expect(!shop.decisions.contains("sent"))
        #expect(try shop.visits().isEmpty)
        #expect(try shop.denyList() == nil)
        // The directory as it is read again says it itself.
        try shop.use([visitor])
        #expect(try shop.denyList()?.hashes == [hash(ConsumerShop.beacon)])
        // Who agrees again, on a page say, is known again.
        try shop.use([ConsumerShop.visitor])
        #expect(try shop.denyList()?.hashes == [])
    }

    @Test(arguments: StoreEngine.allCases)
    func aStrangerWhoDoesSoIsOnTheListAlsoAfterARestart(engine: StoreEngine) throws {
        let shop = try ConsumerShop(privacy: privacy(), in: engine)
        try hold(shop, 6, beacon: stranger)
        #expect(try shop.denyList()?.hashes == [hash(stranger)])
        try shop.restart()
        #expect(try shop.denyList()?.hashes == [hash(stranger)])
        #expect(try shop.denyList(isNew: true)?.hashes == [hash(stranger)])
    }

    @Test(arguments: StoreEngine.allCases)
    func aShortTapAndOneElsewhereAndOneThatIsForgedAreNone(engine: StoreEngine) throws {
        let shop = try ConsumerShop(privacy: privacy(), in: engine)
        try hold(shop, 4)
        try hold(shop, 60, region: "shelf")
        let forged = shop.event(
            .tap(hold: 9000), visit: "t", gateway: GatewayID(site: "shop", gateway: "stranger"), region: "till")
        try shop.receive(shop.message(forged))
        #expect(try shop.denyList()?.hashes == [])
    }

    @Test(arguments: StoreEngine.allCases)
    func withPseudonymsOnAVisitorIsKnownByTheirsAndTheListNamesTheSame(engine: StoreEngine) throws {
        let shop = try ConsumerShop(privacy: privacy(isPseudonymous: true), in: engine)
        try shop.enroll()
        let pseudonym = PseudonymKey(id: key.id, key.key).pseudonym(of: ConsumerShop.beacon)
        try shop.receive(shop.message(shop.event(visit: "v1", beacon: pseudonym)))
        try shop.wait(30)
        #expect(shop.decisions == ["sent"])
        try hold(shop, 5, beacon: pseudonym)
        #expect(try shop.denyList()?.hashes == [hash(ConsumerShop.beacon)])
        #expect(try shop.visits().isEmpty)
    }

    @Test(arguments: StoreEngine.allCases)
    func whereOnlyWhoEnrolledIsHeardTheListIsOfThem(engine: StoreEngine) throws {
        let shop = try ConsumerShop(privacy: privacy(isEnrolledOnly: true), in: engine)
        try shop.enroll()
        let list = try #require(try shop.denyList())
        #expect(list.mode == .allow && list.hashes == [hash(ConsumerShop.beacon)])
        try hold(shop, 5)
        #expect(try shop.denyList()?.hashes == [])
    }

    @Test(arguments: StoreEngine.allCases)
    func withoutAKeyThereIsNoListAndTheRefusalHoldsHere(engine: StoreEngine) throws {
        let shop = try ConsumerShop(privacy: privacy(hasKey: false), in: engine)
        try shop.enroll()
        try hold(shop, 5)
        #expect(try shop.denyList() == nil)
        #expect(try shop.visitors().first?.consent(for: .marketing) == .refused)
        let isTold = shop.outputs.compactMap { if case .optedOut(_, _, let isTold) = $0 { isTold } else { nil } }
        #expect(isTold == [false])
        try shop.enter("v1")
        try shop.wait(60)
        #expect(!shop.decisions.contains("sent"))
    }

    @Test(arguments: StoreEngine.allCases)
    func anErasedVisitorHasNoRowByTheirPseudonymAndTheGatewayIsAskedByIt(engine: StoreEngine) throws {
        let shop = try ConsumerShop(privacy: privacy(isPseudonymous: true), in: engine)
        try shop.enroll()
        let pseudonym = PseudonymKey(id: key.id, key.key).pseudonym(of: ConsumerShop.beacon)
        try shop.receive(shop.message(shop.event(visit: "v1", beacon: pseudonym)))
        try shop.wait(30)
        #expect(try shop.visits().map(\.beacon) == [pseudonym])
        let forget = try shop.erase("u1")
        #expect(forget?.beacon == pseudonym)
        #expect(try shop.visits().isEmpty)
    }
}
