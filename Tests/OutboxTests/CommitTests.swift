import Messages
import Presence
import Testing

@testable import Outbox

/// When the outbox writes.
@Suite struct CommitTests {
    private func event(_ kind: GatewayEvent.Kind, _ seq: UInt64) -> GatewayEvent {
        let reading = Reading(level: -60, measuredPower: -59, distance: nil, proximity: .unknown)
        return GatewayEvent(
            id: EventID(gateway: box, epoch: "epoch", seq: seq), kind: kind, region: "shop", beacon: tag(1),
            visit: "v", number: 1, reading: reading, sightings: 2, time: 0, firstSeen: 0, lastSeen: 0,
            clockSynced: true, replayed: false, simulated: true)
    }

    private func clock(_ milliseconds: Int64) -> ClockReading {
        ClockReading(
            now: Instant(microseconds: 1_000_000_000 + milliseconds * 1000), wall: milliseconds, isSynced: true,
            boot: 1)
    }

    @Test func whoComesAfterARestGoesAtOnceTheNextTogetherLaterAndATapNow() throws {
        let rules = OutboxRules()
        var outbox = try Outbox(path: nil, gateway: box, newEpoch: "epoch", rules: rules, at: clock(0))
        let engine = PresenceEngine(PresenceConfiguration(regions: []), at: clock(0).now)
        #expect(outbox.nextCommit == nil)
        outbox.append(at: clock(10)) { event(.enter(reason: "arrived"), $0) }
        #expect(outbox.nextCommit == clock(10).now)
        #expect(try outbox.commit(at: clock(10), engine: engine, regions: []))

        for time in [20, 30] as [Int64] { outbox.append(at: clock(time)) { event(.enter(reason: "arrived"), $0) } }
        #expect(outbox.nextCommit == clock(10).now + rules.commitInterval)
        outbox.append(at: clock(40)) { event(.tap(hold: 300), $0) }
        #expect(outbox.nextCommit.map { $0 <= clock(40).now } == true)
        #expect(try outbox.commit(at: clock(40), engine: engine, regions: []))
        #expect(outbox.nextCommit == nil)

        for _ in 0..<rules.commitEvents {
            #expect(outbox.nextCommit.map { $0 == clock(40).now + rules.commitInterval } ?? true)
            outbox.append(at: clock(50)) { event(.enter(reason: "arrived"), $0) }
        }
        #expect(outbox.nextCommit == clock(50).now)
    }
}
