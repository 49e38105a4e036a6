import Beacons
import Foundation
import Messages
import Presence
import SQLite
import Testing

@testable import Outbox

/// What a person orders: to look, to drain, to drop, to erase.
@Suite struct OrderTests {
    private func erase(_ minors: Set<UInt16>, _ shop: inout Shop) throws -> Int? {
        let isErased: (BeaconIdentity) -> Bool = { minors.contains($0.minor) }
        let visits = shop.engine.erase(where: isErased)
        let events = try shop.publisher.erase(visits, where: isErased, at: shop.clock, engine: shop.engine)
        shop.settle()
        return events
    }

    private func online(_ shop: inout Shop) {
        let online = Status(at: 0, state: .online, boot: "b", since: 0, version: "1").rendered()
        shop.publisher.received(
            .consumerStatus(id: "beer"), online, isRetained: true, at: shop.clock)
    }

    /// Whether any byte of the beacon is left in the outbox's files.
    private func isOnDisk(_ beacon: BeaconIdentity, _ folder: Folder) throws -> Bool {
        try folder.names.contains { name in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
            return bytes.range(of: Data(beacon.description.utf8)) != nil
        }
    }

    // MARK: Erasing

    @Test func theUnsentEventsOfWhoIsErasedBecomeOneNoteAndNoByteOfThemIsLeft() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        // 1 and 3 to 5 are 7's: between them comes another.
        shop.enter([7, 8])
        shop.publisher.publish(
            [7, 7, 7].map { .event(event(of: $0, shop)) }, at: shop.clock)
        try shop.commit()
        #expect(try isOnDisk(tag(7), folder))
        #expect(try erase([7], &shop) == 4)
        #expect(try !isOnDisk(tag(7), folder) && isOnDisk(tag(8), folder))
        #expect(shop.publisher.outbox.state.waiting == 2)
        shop.connect()
        try shop.drain()
        #expect(shop.events == ["enter 2r", "lost 1-5 (4) erased"])
        #expect(shop.engine.visitCount == 1)
        #expect(shop.states.filter { $0.hasPrefix("presence") } == ["presence shop 8"])
    }

    private func event(of minor: UInt16, _ shop: borrowing Shop) -> PresenceEvent {
        let reading = Reading(level: -60, measuredPower: -59, distance: 1, proximity: .near)
        return PresenceEvent(
            kind: .dwell(threshold: .seconds(1)), region: 0, beacon: tag(minor), visit: 1, number: 2, at: shop.now,
            reading: reading, sightings: 2, firstSeen: shop.now, lastSeen: shop.now)
    }

    @Test func aNoteThatEnclosesOthersEventsWaitsUntilTheseAreConfirmed() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.enter([7, 8, 9])
        shop.publisher.publish([.event(event(of: 7, shop))], at: shop.clock)
        try shop.commit()
        _ = try erase([7], &shop)
        shop.connect()
        shop.publisher.drain()
        try shop.pump()
        // 2 and 3 are on their way: were 3 refused for now, the note must not tell that it is lost.
        #expect(shop.events == ["enter 2r", "enter 3r"])
        for (message, token) in shop.sent where message.topic != .status(box) { try shop.answer(token) }
        try shop.pump()
        #expect(shop.events.last == "lost 1-4 (2) erased")
    }

    @Test func whatIsOnItsWayIsToldAsLostOnlyIfTheBrokerDoesNotHaveIt() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.connect()
        shop.enter([7, 8])
        try shop.commit()
        try shop.pump()
        #expect(shop.events == ["enter 1", "enter 2"])
        #expect(try erase([7], &shop) == 1)
        // The connection is lost before the broker has answered.
        shop.publisher.disconnected()
        shop.forget()
        shop.connect()
        try shop.drain()
        #expect(shop.events == ["lost 1-1 (1) erased", "enter 2r"])
        #expect(shop.publisher.outbox.state.waiting == 0)

        shop.enter([7])
        try shop.commit()
        shop.forget()
        try shop.pump()
        _ = try erase([7], &shop)
        for (_, token) in shop.sent { try shop.answer(token) }
        shop.forget()
        try shop.drain()
        #expect(shop.events == [])
    }

    @Test func whatIsRetainedOfWhoIsErasedIsClearedEvenIfTheyHaveLeft() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.connect()
        shop.enter([7])
        try shop.commit()
        try shop.drain()
        shop.forget()
        _ = try erase([7], &shop)
        try shop.drain()
        #expect(shop.states == ["presence shop 7 cleared"])
        // Of who comes again nothing was known.
        shop.forget()
        shop.enter([7])
        try shop.commit()
        try shop.drain()
        #expect(shop.gatewayEvents.map(\.number) == [1])

        shop.wait(3601)
        try shop.commit()
        try shop.pump()
        shop.forget()
        _ = try erase([7], &shop)
        try shop.drain()
        #expect(shop.states == ["presence shop 7 cleared"])
    }

    @Test func aVisitThatIsErasedIsNotTakenUpByTheNextRun() throws {
        let folder = try Folder()
        do {
            var shop = try Shop(folder)
            shop.enter([7, 8])
            try shop.commit()
            _ = try erase([7], &shop)
        }
        let shop = try Shop(folder, at: 1010)
        #expect(shop.engine.visitCount == 1)
    }

    @Test func aDeadLetterOfWhoIsErasedGoesToo() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.connect()
        shop.enter([7, 8])
        try shop.commit()
        try shop.pump()
        for (message, token) in shop.sent {
            if case .event = message.topic { try shop.answer(token, refusal: ("Packet too large", true)) }
        }
        #expect(try shop.publisher.report().dead == 2)
        _ = try erase([7], &shop)
        let report = try shop.publisher.report()
        #expect(report.dead == 1 && report.deadLetters.first?.topic.hasSuffix(":8") == true)
        #expect(try !isOnDisk(tag(7), folder))
        try shop.publisher.outbox.dropDead()
        #expect(try shop.publisher.report().dead == 0)
    }

    // MARK: Looking, draining, dropping

    @Test func theReportIsTheSameFromOutsideWhenNoGatewayRuns() throws {
        let folder = try Folder()
        var expected: OutboxReport
        do {
            var shop = try Shop(folder)
            shop.enter(1...60)
            try shop.commit()
            expected = try shop.publisher.report()
            #expect(expected.waiting == 60 && expected.rows.count == 50 && expected.epoch == "epoch1000")
            #expect(expected.rows.first?.subject == tag(1).description && expected.rows.first?.type == "enter")
        }
        let database = URL(fileURLWithPath: folder.file("outbox.db"))
        let before = try Data(contentsOf: database)
        #expect(try OutboxFile(path: folder.file("outbox.db")).report() == expected)
        #expect(throws: SQLiteError.self) { try OutboxFile(path: folder.file("nothing.db")).report() }
        #expect(try Data(contentsOf: database) == before && !folder.names.contains("nothing.db"))
    }

    @Test func whatIsDroppedIsToldAsOneNote() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.enter(1...30)
        try shop.commit()
        shop.enter([31])
        #expect(try shop.publisher.dropAll(at: shop.clock, engine: shop.engine) == 31)
        shop.connect()
        try shop.drain()
        #expect(shop.events == ["lost 1-31 (31) dropped"])
    }

    @Test func aBacklogThatIsToDrainWaitsForNothing() throws {
        let folder = try Folder()
        var shop = try Shop(folder) { $0.replayRate = 1 }
        shop.enter(1...40)
        try shop.commit()
        shop.connect()
        try shop.pump()
        #expect(shop.events.count <= 1)
        shop.publisher.drain()
        try shop.pump()
        #expect(shop.events.count == 40)
    }

    // MARK: Taps, and who confirms

    @Test func aTapDoesNotWaitForOthers() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        var tap = event(of: 1, shop)
        tap.kind = .tap(hold: .milliseconds(300))
        shop.connect()
        try shop.drain()
        // The first comes after a rest, and goes at once.
        for _ in 0..<2 {
            shop.publisher.publish([.event(event(of: 1, shop))], at: shop.clock)
            try shop.publisher.commit(at: shop.clock, engine: shop.engine)
        }
        let waitsForOthers = shop.publisher.outbox.isPending
        shop.publisher.publish([.event(tap)], at: shop.clock)
        try shop.publisher.commit(at: shop.clock, engine: shop.engine)
        let waitsStill = shop.publisher.outbox.isPending
        #expect(waitsForOthers && !waitsStill)
    }

    @Test func withoutAChoiceTheConsumerConfirmsWhereTheBrokerCannotSayNo() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.enter(1...2)
        try shop.commit()
        shop.connect()
        try shop.drain()
        #expect(shop.publisher.outbox.state.waiting == 0)
        shop.publisher.disconnected()
        shop.forget()
        shop.enter(3...4)
        try shop.commit()
        shop.connect(v5: false)
        try shop.pump()
        for nonce in shop.probes { shop.publisher.probeReturned(nonce) }
        #expect(shop.publisher.fault?.hasPrefix("no_consumer") == true)
        try shop.drain()
        #expect(shop.events == [])
        online(&shop)
        #expect(shop.publisher.fault == nil)
        try shop.drain()
        // What the broker confirmed before is not sent again.
        #expect(shop.events == ["enter 3r", "enter 4r"])
        #expect(shop.publisher.outbox.state.waiting == 2)
        let word = Acknowledgement(at: 0, epoch: "epoch1000", seq: 4).rendered()
        shop.publisher.received(.ack(box), word, isRetained: false, at: shop.clock)
        shop.wait(6)
        try shop.commit()
        #expect(shop.publisher.outbox.state.waiting == 0)
    }

    @Test func aResponseThatIsRefusedHoldsNothingUp() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.connect()
        try shop.drain()
        shop.forget()
        shop.publisher.append(Outgoing(topic: .response(box, client: "me"), payload: []))
        try shop.pump()
        #expect(shop.sent.count == 1)
        try shop.answer(shop.sent[0].token, refusal: ("Not authorized", false))
        #expect(shop.publisher.fault == nil)
        shop.forget()
        try shop.drain()
        #expect(shop.sent.isEmpty)
    }
}
