import Beacons
import JSON
import Messages
import Presence
import Testing

@testable import Edge

/// What is published when somebody sets the clock of the machine.
@Suite struct WallClockTests {
    private static let beacon = BeaconIdentity.iBeacon(uuid: BeaconUUID(7), major: 1, minor: 2)

    /// Milliseconds that the wall clock is set forward during the visit: an hour, an hour back, fifty years.
    @Test(arguments: [3_600_000, -3_600_000, 50 * 31_557_600_000 as Int64])
    func aStepDuringAVisitGivesNoEventAndLeavesTheDwellAsItIs(step: Int64) throws {
        var region = Region(
            name: "shop", role: .store, filter: .iBeacon(uuid: BeaconUUID(7), majors: nil, minors: nil))
        region.exit.after = .seconds(30)
        var configuration = PresenceConfiguration(regions: [region])
        configuration.ranging = nil
        var engine = PresenceEngine(configuration, hearing: true, at: .zero)
        var publisher = Publisher(
            GatewayContext(
                gateway: GatewayID(site: "s", gateway: "g"), epoch: "abcdefgh", regions: ["shop"], clock: 0,
                clockSynced: true, simulated: false),
            clearAfter: .seconds(60))
        let start: Int64 = 1_790_000_000_000
        for second in 0..<100 {
            engine.sight(
                Sighting(
                    beacon: Self.beacon, address: BluetoothAddress(1), rssi: -60, measuredPower: -59,
                    at: .zero + .seconds(second)))
            publisher.publish(engine.takeOutputs(), clock: second < 50 ? start : start + step, synced: true)
        }
        engine.advance(to: .zero + .seconds(200))
        publisher.publish(engine.takeOutputs(), clock: start + step, synced: true)

        publisher.connected(
            status: Outgoing(topic: .status(GatewayID(site: "s", gateway: "g")), payload: []), regions: [], visits: [],
            at: .zero + .seconds(200))
        var events: [GatewayEvent] = []
        publisher.pump { outgoing, _ in
            if case .event = outgoing.topic, let event = try? GatewayEvent(parsing: outgoing.payload) {
                events.append(event)
            }
            return true
        }
        #expect(events.map(\.kind) == [.enter(reason: "present_at_start"), .exit(reason: "timeout", dwell: 99_000)])
    }
}
