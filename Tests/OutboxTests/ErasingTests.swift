import Beacons
import Foundation
import Messages
import Presence
import SQLite
import Testing

@testable import Outbox

/// Nothing of who is not to be known is sent, and nothing is left of them.
@Suite struct ErasingTests {
    /// Not a hash: the tests can tell whose it is.
    private static func pseudonym(of beacon: BeaconIdentity) -> BeaconIdentity {
        beacon.format == .pseudonym ? beacon : .pseudonym(upper: UInt128(beacon.minor) << 64 | 0xABCD, lower: 1)
    }

    private let pseudonyms = Pseudonyms(keyID: "k1", of: pseudonym)

    private func isThirteen(_ beacon: BeaconIdentity) -> Bool {
        beacon == tag(13) || beacon == Self.pseudonym(of: tag(13))
    }

    /// Everything on the disk.
    private func bytes(_ folder: Folder) throws -> Data {
        try folder.names.reduce(into: Data()) { $0 += try Data(contentsOf: URL(fileURLWithPath: folder.file($1))) }
    }

    private func forget(_ shop: inout Shop) throws(SQLiteError) {
        shop.publisher.send(nothingOf: isThirteen)
        shop.settle()
        let visits = shop.engine.erase(where: isThirteen)
        _ = try shop.publisher.erase(visits, where: isThirteen, at: shop.clock, engine: shop.engine)
    }

    @Test(arguments: [false, true])
    func `Events that wait become notes of their loss, and the file forgets`(isPseudonymous: Bool) throws {
        let folder = try Folder()
        var shop = try Shop(folder, pseudonyms: isPseudonymous ? pseudonyms : nil)
        shop.enter([1, 13, 2])
        try shop.commit()
        let name = (isPseudonymous ? Self.pseudonym(of: tag(13)) : tag(13)).description
        #expect(try bytes(folder).range(of: Data(name.utf8)) != nil)
        shop.enter([3])
        try forget(&shop)
        try shop.commit()
        #expect(try bytes(folder).range(of: Data(name.utf8)) == nil)
        #expect(try bytes(folder).range(of: Data(tag(13).description.utf8)) == nil)
        shop.connect()
        try shop.drain()
        #expect(shop.events == ["enter 1r", "lost 2-2 (1) erased", "enter 3r", "enter 4r"])
        #expect(!shop.states.contains { $0.hasPrefix("presence shop 13") })
    }

    @Test func `What is on its way is not sent again`() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.enter([13])
        try shop.commit()
        shop.connect()
        shop.wait(11)
        try shop.pump()
        #expect(shop.events == ["enter 1r"])
        shop.forget()
        try forget(&shop)
        shop.publisher.disconnected()
        shop.connect()
        try shop.drain()
        #expect(shop.events == ["lost 1-1 (1) erased"])
    }

    @Test func `The retained presence is cleared, of who is there and of who has just left`() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.enter([1, 13])
        try shop.commit()
        shop.connect()
        try shop.drain()
        shop.forget()
        try forget(&shop)
        try shop.drain()
        #expect(shop.states.filter { $0.hasPrefix("presence") } == ["presence shop 13 cleared"])
    }

    @Test func `A state that the broker refused is not said again`() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.enter([13])
        try shop.commit()
        shop.connect()
        try shop.pump()
        let presence = try #require(shop.sent.first { $0.outgoing.topic.subject != nil })
        #expect(!presence.outgoing.payload.isEmpty)
        try forget(&shop)
        shop.forget()
        try shop.answer(presence.token, refusal: ("quota exceeded", false))
        shop.wait(120)
        try shop.drain()
        let sent = shop.sent.filter { $0.outgoing.topic.subject != nil }
        #expect(!sent.isEmpty && sent.allSatisfy { $0.outgoing.payload.isEmpty })
    }

    @Test func `Dead letters go, too`() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.enter([1, 13])
        try shop.commit()
        shop.connect()
        shop.wait(11)
        try shop.pump()
        for (outgoing, token) in shop.sent where outgoing.topic.subject != nil && !outgoing.topic.isRetained {
            try shop.answer(token, refusal: ("payload format invalid", true))
        }
        try forget(&shop)
        #expect(try bytes(folder).range(of: Data(tag(13).description.utf8)) == nil)
        #expect(try bytes(folder).range(of: Data(tag(1).description.utf8)) != nil)
    }

    @Test func `With pseudonyms on no message names an identity, and the event says with which key`() throws {
        let folder = try Folder()
        var shop = try Shop(folder, pseudonyms: pseudonyms)
        shop.enter([1, 2])
        try shop.commit()
        shop.connect()
        try shop.drain()
        let topics = Topics()
        for (outgoing, _) in shop.sent {
            let text = topics.text(outgoing.topic) + String(decoding: outgoing.payload, as: UTF8.self)
            #expect(!text.contains("ibeacon") && !text.contains("41c08dfd"))
        }
        let events = shop.gatewayEvents
        #expect(events.map(\.keyID) == ["k1", "k1"])
        #expect(events.map(\.beacon) == [Self.pseudonym(of: tag(1)), Self.pseudonym(of: tag(2))])
        // Ours, and not a stranger's.
        shop.forget()
        for beacon in [Self.pseudonym(of: tag(1)), Self.pseudonym(of: tag(3)), tag(1)] {
            shop.publisher.received(
                .presence(box, region: "shop", Subject(beacon)), Array("{}".utf8), isRetained: true, at: shop.clock)
        }
        try shop.drain()
        #expect(
            shop.sent.map(\.outgoing.topic) == [
                .presence(box, region: "shop", Subject(Self.pseudonym(of: tag(3)))),
                .presence(box, region: "shop", Subject(tag(1))),
            ])
        #expect(shop.sent.allSatisfy { $0.outgoing.payload.isEmpty })
    }

    @Test func `A visit of before a restart goes on under its pseudonym`() throws {
        let folder = try Folder()
        var shop = try Shop(folder, pseudonyms: pseudonyms)
        shop.enter([5])
        try shop.commit(force: true)
        _ = consume shop
        var again = try Shop(folder, at: 1010, pseudonyms: pseudonyms)
        again.connect()
        try again.drain()
        #expect(again.events == ["enter 1r"])
        let pseudonym = Self.pseudonym(of: tag(5))
        #expect(again.gatewayEvents.first?.beacon == pseudonym && again.gatewayEvents.first?.keyID == "k1")
        let presences = again.sent.filter { $0.outgoing.topic.isRetained && $0.outgoing.topic.subject != nil }
        #expect(presences.map(\.outgoing.topic) == [.presence(box, region: "shop", Subject(pseudonym))])
    }

    @Test func `The list of whom to drop outlives the run`() throws {
        let folder = try Folder()
        let shop = try Shop(folder)
        #expect(try shop.publisher.outbox.denyList() == nil)
        try shop.publisher.outbox.keep(denyList: [1, 2])
        try shop.publisher.outbox.keep(denyList: [3])
        _ = consume shop
        let again = try Shop(folder, at: 1010)
        #expect(try again.publisher.outbox.denyList() == [3])
    }
}
