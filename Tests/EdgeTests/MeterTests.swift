import Beacons
import BlueZ
import HCI
import Messages
import Outbox
import Presence
import Testing

@testable import Edge

@Suite struct MeterTests {
    private func adapter(_ index: UInt16?) -> (AdapterState, KernelCounts) {
        let state = AdapterState(
            index: index, address: "a0:00:00:00:00:01", phase: .scanning, family: .extended, mode: "passive",
            fault: nil, level: 2, lastReport: .zero + .seconds(29), history: AdapterCounters())
        return (state, KernelCounts(dropped: 7, events: 11))
    }

    private func value(_ name: String, _ telemetry: Telemetry) -> UInt64? {
        telemetry.adapters.first?.counters.first { $0.name == name }?.value
    }

    @Test func ratesAreOfTheTimeSinceTheLastMessageAndCountersOfTheStart() throws {
        var pipeline = Pipeline(PresenceConfiguration(regions: []), hearing: true, at: .zero)
        var meter = Meter(at: .zero)
        #expect(meter.deadline == .zero + .seconds(30))
        let beacon = BeaconFrame.iBeacon(IBeacon(uuid: BeaconUUID(7), major: 1, minor: 2, measuredPower: -59))
        let report = AdvertisementReport(
            kind: .nonConnectable, addressType: 1, address: BluetoothAddress(1), rssi: nil)
        for second in 0..<60 as Range<Int64> {
            let packet = report.packet(data: second < 45 ? beacon.advertisingData : [])
            pipeline.packet(packet.span, from: 2, at: .zero + .seconds(second))
            if second == 29 {
                let first = meter.telemetry(
                    at: .zero + .seconds(30), adapters: [adapter(2)], pipeline: pipeline, regions: [],
                    outbox: .init(waiting: 3, dead: 2, lost: 5))
                meter.begin(after: first, pipeline.sightings, at: .zero + .seconds(30))
                #expect(first.reportsPerSecond == 1 && first.sightingsPerSecond == 1 && first.outboxRows == 3)
                #expect(first.deadLetters == 2 && first.eventsLost == 5)
                #expect(first.residentBytes > 1 << 20 && first.cpu >= 0)
            }
        }
        let second = meter.telemetry(
            at: .zero + .seconds(60), adapters: [adapter(2)], pipeline: pipeline, regions: [], outbox: .init())
        #expect(second.reportsPerSecond == 1 && second.sightingsPerSecond == 0.5)
        #expect(second.adapters.first?.lastReport == 31 && second.adapters.first?.level == 2)
        #expect(value("reports", second) == 60 && value("non_connectable", second) == 60)
        #expect(value("empty", second) == 15 && value("rssi_unavailable", second) == 60)
        #expect(value("socket_drops", second) == 7 && value("evt_rx", second) == 11 && value("takeovers", second) == 0)
        #expect(try Telemetry(parsing: second.rendered()).adapters == second.adapters)
    }

    @Test func anAdapterThatIsAwayHasCountedNothing() {
        let pipeline = Pipeline(PresenceConfiguration(regions: []), hearing: false, at: .zero)
        let meter = Meter(at: .zero)
        let telemetry = meter.telemetry(
            at: .zero + .seconds(30), adapters: [adapter(nil)], pipeline: pipeline, regions: [], outbox: .init())
        #expect(telemetry.reportsPerSecond == 0)
        #expect(value("reports", telemetry) == 0)
    }
}
