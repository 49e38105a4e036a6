import Beacons
import Foundation
import Messages
import Presence
import SQLite
import Testing

@testable import Outbox

@Suite struct OutboxTests {
    @Test func nothingIsSaidOfAnEventBeforeItIsOnTheDisk() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.connect()
        try shop.drain()
        shop.forget()
        shop.enter([1])
        try shop.pump()
        #expect(shop.events == [] && shop.states == [])
        try shop.commit()
        try shop.pump()
        #expect(shop.events == ["enter 1"])
        #expect(shop.states == ["presence shop 1"])
    }

    @Test func aConnectionBeginsWithTheStatusThenTheStatesThenWhatWaited() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.enter(1...2)
        try shop.commit()
        shop.connect()
        try shop.pump()
        #expect(shop.states == ["status", "region shop", "presence shop 1", "presence shop 2"])
        #expect(shop.sent.prefix(4).allSatisfy { !"\($0.outgoing.topic)".hasPrefix("event") })
        try shop.drain()
        #expect(shop.events == ["enter 1r", "enter 2r"])
    }

    @Test func whatACrashLeftUnconfirmedIsSentAgainWithItsIdsAndTimes() throws {
        let folder = try Folder()
        var before: [GatewayEvent] = []
        do {
            var shop = try Shop(folder)
            shop.connect()
            shop.enter(1...5)
            try shop.commit()
            try shop.pump()
            before = shop.gatewayEvents
            // The first two are confirmed, but no transaction has come that they could have gone with.
            for (message, token) in shop.sent where [1, 2].contains(try? GatewayEvent(parsing: message.payload).id.seq)
            {
                try shop.answer(token)
            }
            shop.enter([6])
            try shop.commit()
        }
        var shop = try Shop(folder, at: 1060)
        shop.connect()
        try shop.drain()
        #expect(shop.events == ["enter 3r", "enter 4r", "enter 5r", "enter 6r"])
        for event in shop.gatewayEvents.prefix(3) {
            let original = try #require(before.first { $0.id == event.id })
            var expected = original
            expected.replayed = true
            #expect(event == expected)
        }
    }

    @Test func anEventThatWasNotCommittedIsForgottenWithItsVisitAndHappensAgain() throws {
        let folder = try Folder()
        do {
            var shop = try Shop(folder)
            shop.enter([1])
            try shop.commit()
            shop.enter([2])
        }
        var shop = try Shop(folder, at: 1010)
        #expect(shop.engine.visitCount == 1)
        shop.enter(1...2)
        try shop.commit()
        shop.connect()
        try shop.drain()
        #expect(shop.events == ["enter 1r", "enter 2r"])
        #expect(shop.gatewayEvents.map(\.beacon) == [tag(1), tag(2)])
        #expect(shop.gatewayEvents.map(\.visit) == (1...2).map { "demo-shop/box:epoch1000:v\($0)" })
    }

    @Test func aBrokerThatConfirmsEmptiesTheFileEvenIfNothingElseIsWritten() throws {
        let folder = try Folder()
        do {
            var shop = try Shop(folder)
            shop.connect()
            shop.enter(1...50)
            try shop.commit()
            #expect(shop.publisher.outbox.state.waiting == 50)
            try shop.drain()
            #expect(shop.publisher.outbox.state.waiting == 0)
            shop.wait(6)
            try shop.commit()
        }
        let connection = try SQLiteConnection(path: folder.file("outbox.db"))
        let rows = try connection.first("SELECT count(*) FROM outbox") { row throws(SQLiteError) in row.integer(0) }
        #expect(rows == 0)
    }

    // MARK: Bounds

    @Test func aFullOutboxDropsTheOldestAndSaysExactlyWhich() throws {
        let folder = try Folder()
        var shop = try Shop(folder) { $0.maxEvents = 1000 }
        for first in stride(from: UInt16(1), to: 2501, by: 50) {
            shop.enter(first..<first + 50)
            shop.wait(1)
            try shop.commit()
        }
        #expect(shop.publisher.outbox.state.waiting <= 1000)
        shop.connect()
        try shop.drain()
        let numbers = shop.gatewayEvents.map(\.id.seq)
        let first = try #require(numbers.first)
        #expect(numbers == Array(first...2500))
        #expect(shop.events.filter { $0.hasPrefix("lost") } == ["lost 1-\(first - 1) (\(first - 1)) overflow"])
        #expect(shop.events.first == "lost 1-\(first - 1) (\(first - 1)) overflow")
        #expect(numbers.count >= 980)
    }

    @Test func whatIsTooOldGoes() throws {
        let folder = try Folder()
        var shop = try Shop(folder) { $0.maxAge = .seconds(3600) }
        shop.enter(1...3)
        try shop.commit()
        shop.wait(3700)
        shop.enter([9])
        try shop.commit()
        shop.connect()
        try shop.drain()
        #expect(shop.events.first == "lost 1-3 (3) expired")
        #expect(shop.events.dropFirst().allSatisfy { !$0.hasPrefix("lost") })
    }

    @Test func aFileThatReachesItsSizeDropsTheOldest() throws {
        let folder = try Folder()
        var shop = try Shop(folder) { $0.maxSize = 1 << 20 }
        for first in stride(from: UInt16(1), to: 8001, by: 100) {
            shop.enter(first..<first + 100)
            shop.wait(2)
            try shop.commit()
            #expect(shop.publisher.outbox.state.fault == nil)
        }
        shop.connect()
        try shop.drain()
        let numbers = shop.gatewayEvents.map(\.id.seq)
        let lost = shop.events.filter { $0.hasPrefix("lost") }
        let first = try #require(numbers.first)
        #expect(lost == ["lost 1-\(first - 1) (\(first - 1)) overflow"])
        #expect(numbers.last == 8000 && numbers.count == 8000 - Int(first) + 1)
        let size = try FileManager.default.attributesOfItem(atPath: folder.file("outbox.db"))[.size] as? Int
        #expect(try #require(size) <= 1 << 20)
    }

    // MARK: What the broker refuses

    @Test func aMessageThatIsAtFaultIsPutAsideAndItsLossTold() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.connect()
        shop.enter(1...3)
        try shop.commit()
        try shop.pump()
        for (message, token) in shop.sent {
            let isSecond = (try? GatewayEvent(parsing: message.payload))?.id.seq == 2
            try shop.answer(token, refusal: isSecond ? ("Packet too large", true) : nil)
        }
        shop.forget()
        try shop.drain()
        #expect(shop.events == ["lost 2-2 (1) refused"])
        shop.wait(6)
        try shop.commit()
        #expect(shop.publisher.outbox.state.waiting == 0)
    }

    @Test func anyOtherRefusalPausesAndLosesNothing() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.connect()
        try shop.drain()
        shop.forget()
        shop.enter(1...20)
        try shop.commit()
        try shop.pump()
        #expect(shop.events.count == 20)
        for (_, token) in shop.sent { try shop.answer(token, refusal: ("Not authorized", false)) }
        #expect(shop.publisher.fault == "Not authorized")
        shop.forget()
        try shop.pump()
        #expect(shop.sent.isEmpty)
        // After the pause one goes ahead; only when it is taken come the others.
        shop.wait(1.1)
        try shop.pump()
        #expect(shop.sent.count == 1)
        try shop.answer(shop.sent[0].token, refusal: ("Not authorized", false))
        shop.wait(1.1)
        try shop.pump()
        #expect(shop.sent.count == 1)
        shop.wait(1.1)
        shop.forget()
        try shop.drain()
        #expect(shop.publisher.fault == nil)
        #expect(shop.events == (1...20).map { "enter \($0)" })
    }

    @Test func withoutAnswersForWritesNothingIsDrainedBeforeAProbeHasComeBack() throws {
        let folder = try Folder()
        var shop = try Shop(folder) { $0.confirmation = .broker }
        shop.enter(1...3)
        try shop.commit()
        shop.connect(v5: false)
        shop.wait(0.5)
        try shop.pump()
        #expect(shop.events == [] && shop.probes.count == 1)
        shop.wait(11)
        try shop.pump()
        #expect(shop.publisher.fault?.hasPrefix("not_authorized") == true)
        #expect(shop.events == [])
        shop.wait(31)
        try shop.pump()
        #expect(shop.probes.count == 2)
        shop.publisher.probeReturned(shop.probes[1])
        #expect(shop.publisher.fault == nil)
        try shop.drain()
        #expect(shop.events == ["enter 1r", "enter 2r", "enter 3r"])
    }

    // MARK: The consumer confirms

    @Test func withConfirmConsumerARowStaysUntilTheConsumerHasItAndIsSentAgainWhenOneIsThere() throws {
        let folder = try Folder()
        var shop = try Shop(folder) { $0.confirmation = .consumer }
        let online = Status(at: 0, state: .online, boot: "b", since: 0, version: "1").rendered()
        shop.enter(1...5)
        try shop.commit()
        shop.connect()
        shop.wait(1)
        try shop.pump()
        #expect(shop.events == [])
        shop.publisher.received(
            .consumerStatus(id: "beer"), online, isRetained: true, at: shop.clock)
        try shop.drain()
        #expect(shop.events == (1...5).map { "enter \($0)r" })
        let acknowledgement = Acknowledgement(at: 0, epoch: "epoch1000", seq: 3).rendered()
        shop.publisher.received(.ack(box), acknowledgement, isRetained: true, at: shop.clock)
        shop.wait(6)
        try shop.commit()
        #expect(shop.publisher.outbox.state.waiting == 2)
        // The broker lost what it had confirmed.
        shop.publisher.disconnected()
        shop.forget()
        shop.connect()
        shop.publisher.received(
            .consumerStatus(id: "beer"), online, isRetained: true, at: shop.clock)
        try shop.drain()
        #expect(shop.events == ["enter 4r", "enter 5r"])
        // Of another epoch it says nothing.
        let foreign = Acknowledgement(at: 0, epoch: "another", seq: 9).rendered()
        shop.publisher.received(.ack(box), foreign, isRetained: false, at: shop.clock)
        shop.wait(6)
        try shop.commit()
        #expect(shop.publisher.outbox.state.waiting == 2)
    }

    // MARK: Retained states

    @Test func staleRetainedStatesOfOursAreClearedAndNoOthers() throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        shop.enter([1])
        try shop.commit()
        shop.connect()
        try shop.drain()
        shop.forget()
        for topic in [
            Topic.presence(box, region: "shop", Subject(tag(1))), .presence(box, region: "shop", Subject(tag(7))),
            .presence(box, region: "attic", Subject(tag(1))), .region(box, region: "shop"),
            .region(box, region: "attic"),
        ] {
            shop.publisher.received(topic, Array("{}".utf8), isRetained: true, at: shop.clock)
        }
        try shop.drain()
        #expect(shop.states == ["presence shop 7 cleared", "presence attic 1 cleared", "region attic"])
        #expect(shop.sent.allSatisfy { $0.outgoing.payload.isEmpty })
    }

    // MARK: The back-log

    @Test func aBacklogStartsAtRandomAndKeepsThePace() throws {
        let folder = try Folder()
        var shop = try Shop(folder) { $0.replayRate = 100 }
        for first in stride(from: UInt16(1), to: 1001, by: 50) {
            shop.enter(first..<first + 50)
            shop.wait(1)
            try shop.commit()
        }
        shop.connect()
        let begin = shop.now
        var times: [Double] = []
        for _ in 0..<3000 where times.count < 1000 {
            let before = shop.sent.count
            try shop.pump()
            for (message, token) in shop.sent[before...] {
                try shop.answer(token)
                if case .event = message.topic { times.append(Double((shop.now - begin).microseconds) / 1e6) }
            }
            shop.wait(0.01)
        }
        let first = try #require(times.first)
        let last = try #require(times.last)
        #expect(times.count == 1000)
        #expect(first <= 10)
        #expect(abs((last - first) - 10) < 0.5)
    }
}
