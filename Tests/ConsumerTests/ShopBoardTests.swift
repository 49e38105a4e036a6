import Beacons
import Engagement
import Messages
import Testing

@testable import beckon_consumer

/// Taps on screens, and tags that are linked by one.
@Suite struct ShopBoardTests {
    private let shop: ConsumerShop
    private let board = ShopBoard()
    private let stranger = BeaconIdentity.iBeacon(uuid: BeaconUUID(0x41C0_8DFD), major: 7, minor: 7)
    private let shelf = ShopBoard.Shelf(site: "shop", zone: "beer")

    init() throws { shop = try ConsumerShop() }

    /// What comes of a tap.
    private func tap(_ beacon: BeaconIdentity, visit: String) throws -> [ConsumerOutput] {
        let count = shop.outputs.count
        try shop.receive(shop.message(shop.event(.tap(hold: 300), visit: visit, beacon: beacon)))
        return Array(shop.outputs.dropFirst(count))
    }

    @Test func whoTapsSeesTheirPickOnTheScreenForTwentySeconds() throws {
        #expect(board.note(try tap(ConsumerShop.beacon, visit: "v1"), at: shop.now).isEmpty)
        #expect(board.pick(on: shelf, at: shop.now + 19_999)?.notification.item == "a")
        #expect(board.pick(on: .init(site: "shop", zone: "wine"), at: shop.now) == nil)
        #expect(board.pick(on: shelf, at: shop.now + 20_000) == nil)
    }

    @Test func aTagThatIsHeldToAReaderWithinAMinuteOfAskingIsLinkedOnce() throws {
        #expect(board.beginLink("u1", at: "shop", shop.now))
        #expect(!board.beginLink("u2", at: "shop", shop.now + 1000), "one at a time, so that no tag goes to another")
        #expect(board.isLinking("u1", at: shop.now))
        let outputs = try tap(stranger, visit: "v2")
        let linked = board.note(outputs, at: shop.now + 59_999)
        #expect(linked.map(\.user) == ["u1"])
        #expect(linked.map(\.beacon) == [stranger])
        #expect(!board.isLinking("u1", at: shop.now))
        #expect(board.note(outputs, at: shop.now).isEmpty)
    }

    @Test func aTagThatComesTooLateOrBelongsToSomebodyIsNotLinked() throws {
        #expect(board.beginLink("u1", at: "shop", shop.now))
        #expect(board.note(try tap(ConsumerShop.beacon, visit: "v1"), at: shop.now).isEmpty)
        #expect(board.note(try tap(stranger, visit: "v2"), at: shop.now + 60_000).isEmpty)
        #expect(board.beginLink("u2", at: "shop", shop.now + 60_000))
    }
}
