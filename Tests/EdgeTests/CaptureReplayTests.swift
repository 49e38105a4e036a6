import Beacons
import Captures
import Foundation
import HCI
import Presence
import Testing

@testable import Edge

/// Real captures through the very pipeline of the gateway, as fast as it goes.
@Suite struct CaptureReplayTests {
    /// - Returns: everything said until every deadline has fired.
    private func outputs(of capture: String, regions: [Region]) throws -> [PresenceOutput] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("CapturesTests/Captures/\(capture).btsnoop")
        return try outputs(of: CaptureFile(path.path), regions: regions)
    }

    private func outputs(of capture: CaptureFile, regions: [Region]) throws -> [PresenceOutput] {
        var replay = CaptureReplay(capture, PresenceConfiguration(regions: regions))
        var outputs: [PresenceOutput] = []
        var last = Instant.zero
        while let next = replay.next {
            #expect(next >= last)
            last = next
            replay.step()
            outputs += replay.takeOutputs()
        }
        #expect(replay.pipeline.received(from: 0).malformed == 0)
        #expect(replay.fault == nil)
        return outputs
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
        var region = Region(name: "bean", role: .store, filter: .iBeacon(uuid: uuid, majors: nil, minors: nil))
        region.exit.after = .seconds(30)
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
