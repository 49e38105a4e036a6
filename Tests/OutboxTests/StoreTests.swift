import Beacons
import Foundation
import Messages
import Presence
import SQLite
import TestSupport
import Testing

@testable import Outbox

@Suite struct StoreTests {
    private let clock = ClockReading(now: .zero + .seconds(100), wall: 1_700_000_000_000, isSynced: true, boot: 7)

    private func event(_ kind: GatewayEvent.Kind, seq: UInt64 = 1) -> GatewayEvent {
        GatewayEvent(
            id: EventID(gateway: box, epoch: "abc", seq: seq), kind: kind, region: "shop", beacon: tag(9),
            visit: "demo-shop/box:abc:v3", number: 2,
            reading: Reading(level: -61.25, measuredPower: -59, distance: 1.5, proximity: .near), sightings: 17,
            time: 1_700_000_000_123, firstSeen: 1_699_999_999_000, lastSeen: 1_700_000_000_000,
            lastSeenUncertainty: 4000, clockSynced: true, replayed: false, simulated: true)
    }

    @Test(arguments: [
        GatewayEvent.Kind.enter(reason: "arrived"), .exit(reason: "expired_while_down", dwell: 12_345),
        .dwell(threshold: 20_000), .proximity(from: .near, to: .immediate), .tap(hold: 300),
    ]) func everyKindOfEventComesBackAsItWas(kind: GatewayEvent.Kind) throws {
        let folder = try Folder()
        let store = try OutboxStore(
            path: folder.file("db"), gateway: box, newEpoch: "abc", pages: 1000, at: clock)
        var plain = event(kind)
        plain.reading = Reading(level: nil, measuredPower: -59, distance: nil, proximity: .unknown)
        plain.lastSeenUncertainty = nil
        plain.id = EventID(gateway: box, epoch: "abc", seq: 2)
        let rows = [OutboxRow(event(kind), at: clock.now, boot: 7), OutboxRow(plain, at: clock.now, boot: 7)]
        _ = try store.commit(.init(rows: rows), at: clock)
        #expect(try store.rows(after: 0, atMost: 10) == rows)
    }

    @Test func aVisitComesBackByNameWithItsTimesMovedToTheNewClock() throws {
        let folder = try Folder()
        let visit = SavedVisit(
            region: 0, beacon: tag(3), visit: 12, events: 2, dwellsTold: 1, sightings: 99,
            firstSeen: .zero + .seconds(40), lastSeen: .zero + .seconds(99), level: -70.5, measuredPower: -59)
        do {
            let store = try OutboxStore(
                path: folder.file("db"), gateway: box, newEpoch: "abc", pages: 1000, at: clock)
            let key = VisitKey(region: "shelf", beacon: tag(3))
            _ = try store.commit(.init(visits: [(key, visit)], lastSeq: 5, lastVisit: 14), at: clock)
        }
        // The same boot, ten seconds later.
        var later = clock
        later.now = later.now + .seconds(10)
        later.wall = 5
        do {
            let store = try OutboxStore(
                path: folder.file("db"), gateway: box, newEpoch: "xyz", pages: 1000, at: later)
            let (lastSeq, saved, regions) = try store.saved(at: later)
            #expect(store.epoch == "abc")
            #expect(lastSeq == 5 && saved.lastVisit == 14 && regions == ["shelf"])
            #expect(saved.visits == [visit])
            #expect(saved.savedAt == clock.now && saved.aliveUntil == clock.now + .seconds(30))
        }
        // Another boot: the wall clock tells that 60 s have passed.
        let rebooted = ClockReading(now: .zero + .seconds(20), wall: clock.wall + 60_000, isSynced: true, boot: 8)
        let store = try OutboxStore(
            path: folder.file("db"), gateway: box, newEpoch: "xyz", pages: 1000, at: rebooted)
        let saved = try store.saved(at: rebooted).presence
        #expect(saved.savedAt == .zero + .seconds(-40))
        #expect(saved.visits.map(\.lastSeen) == [.zero + .seconds(-41)])
        #expect(saved.visits.map(\.firstSeen) == [.zero + .seconds(-100)])
    }

    @Test(arguments: [0, 5, 3000]) func aDamagedFileIsSetAsideAndItsLossTold(offset: Int) throws {
        let folder = try Folder()
        do {
            var shop = try Shop(folder)
            shop.enter(1...100)
            try shop.commit()
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("outbox.db")))
        for index in offset..<min(offset + 2000, bytes.count) { bytes[index] = 0xA5 }
        try bytes.write(to: URL(fileURLWithPath: folder.file("outbox.db")))
        try? FileManager.default.removeItem(atPath: folder.file("outbox.db-wal"))
        var shop = try Shop(folder, at: 2000)
        #expect(folder.names.contains { $0.contains(".corrupt-") })
        #expect(shop.publisher.outbox.epoch == "epoch2000")
        shop.enter([1])
        try shop.commit()
        shop.connect()
        try shop.drain()
        #expect(shop.events == ["lost 0-0 (0) store_corrupt", "enter 1r"])
    }

    @Test(arguments: UInt64(0)..<60) func noFileMakesTheOutboxTrap(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try Folder()
        do {
            var shop = try Shop(folder)
            shop.enter(1...40)
            try shop.commit(force: true)
        }
        let url = URL(fileURLWithPath: folder.file("outbox.db"))
        var bytes = try Data(contentsOf: url)
        for _ in 0..<(1 + random.next() % 40) {
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        }
        try bytes.write(to: url)
        // An error is an answer; the process goes on or ends in order.
        do {
            var shop = try Shop(folder, at: 2000)
            shop.connect()
            shop.enter([1])
            try shop.commit()
            try shop.drain()
        } catch {
            // Damaged, full (13) or contradicting its own constraints (19).
            #expect(error.isCorrupt || [13, 19].contains(error.code & 0xFF), "\(error)")
        }
    }

    @Test func timesOfThisBootAreCorrectedWhenTheClockBecomesRight() throws {
        let folder = try Folder()
        // A box without a battery: it boots in 1970.
        var shop = try Shop(folder, origin: 0, isSynced: false)
        shop.enter([1])
        try shop.commit()
        shop.wait(60)
        (shop.origin, shop.isSynced) = (1_700_000_000_000, true)
        shop.connect()
        try shop.drain()
        let event = try #require(shop.gatewayEvents.first)
        #expect(event.clockSynced)
        #expect(event.time == 1_700_000_000_000 + 1_000_030)
        #expect(event.firstSeen == 1_700_000_000_000 + 1_000_000)
    }

    @Test func timesOfAnotherBootStayAndSaySo() throws {
        let folder = try Folder()
        do {
            var shop = try Shop(folder, origin: 0, isSynced: false)
            shop.enter([1])
            try shop.commit()
        }
        var shop = try Shop(folder, at: 20, boot: 2)
        shop.connect()
        try shop.drain()
        let event = try #require(shop.gatewayEvents.first)
        #expect(!event.clockSynced)
        #expect(event.time == 1_000_030)
    }
}
