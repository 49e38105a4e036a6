import Beacons
import Captures
import Foundation
import HCI
import Presence
import Testing

@testable import Edge

/// Real captures through the very pipeline of the gateway, as fast as it goes.
@Suite struct CaptureReplayTests {
    /// - Returns: everything said until a quarter of an hour after the capture's end.
    private func outputs(of capture: String, regions: [Region]) throws -> [PresenceOutput] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("CapturesTests/Captures/\(capture).btsnoop")
        var reader = try CaptureReader(Array(Data(contentsOf: path)))
        var pipeline = Pipeline(PresenceConfiguration(regions: regions), hearing: true, at: .zero)
        var outputs: [PresenceOutput] = []
        var first: Int64?
        var now = Instant.zero
        while let record = try reader.next() {
            let start = first ?? record.unixMicroseconds
            first = start
            now = Instant(microseconds: record.unixMicroseconds - start)
            guard case .packet(let bytes) = record.content else { continue }
            pipeline.packet(bytes.span, from: record.adapter, at: now)
            outputs += pipeline.takeOutputs()
        }
        pipeline.advance(to: now + .seconds(900))
        #expect(pipeline.received(from: 0).malformed == 0)
        return outputs + pipeline.takeOutputs()
    }

    private func events(_ outputs: [PresenceOutput]) -> [PresenceEvent] {
        outputs.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    private let beckon = RegionFilter.iBeacon(
        uuid: BeaconUUID("41c08dfd-b719-4ccb-9d3b-5aa7c3860f89")!, majors: nil, minors: nil)

    @Test func anOfficeWithoutBeaconsOfOursSaysNothingButThatTheRegionIsEmpty() throws {
        let outputs = try outputs(
            of: "mitll_conference_nrf52_0", regions: [Region(name: "shop", role: .store, filter: beckon)])
        #expect(outputs.count == 1)
        guard case .region(let state)? = outputs.first else {
            Issue.record("\(outputs)")
            return
        }
        #expect(state.state == .outside)
        #expect(state.count == 0)
    }

    @Test func aLightBlueBeanEntersOnceAndExitsOnceAfterTheEnd() throws {
        let uuid = try #require(BeaconUUID("A495DEAD-C5B1-4B44-B512-1370F02D74DE"))
        let region = Region(name: "bean", role: .store, filter: .iBeacon(uuid: uuid, majors: nil, minors: nil))
        let outputs = try outputs(of: "lightbluebean_2015", regions: [region])
        let events = events(outputs)
        #expect(events.count == 2)
        #expect(events.allSatisfy { $0.beacon == .iBeacon(uuid: uuid, major: 12345, minor: 65535) })
        #expect(events.first?.kind == .enter(.presentAtStart))
        #expect(events.last?.kind == .exit(.timeout))
        let exit = try #require(events.last)
        #expect(exit.at - exit.lastSeen == .seconds(30))
    }

    @Test func aWalkThroughAHallIsOneVisitOfTheShop() throws {
        let outputs = try outputs(
            of: "walk-receiver-01",
            regions: [
                Region(name: "shop", role: .store, filter: beckon), Region(name: "shelf", role: .shelf, filter: beckon),
            ])
        let shop = events(outputs).filter { $0.region == 0 }
        #expect(shop.map(\.kind) == [.enter(.presentAtStart), .exit(.timeout)])
        let shelf = events(outputs).filter { $0.region == 1 }
        #expect(shelf.count.isMultiple(of: 2))
        #expect(shelf.count >= 2)
    }
}
