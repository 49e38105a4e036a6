import Beacons
import ConsumerStore
import Foundation
import MQTT
import Messages
import Presence
import Testing

@testable import Edge
@testable import Engagement
@testable import beckon_consumer

/// One person walks through a hall that twelve receivers hear at once, as twelve gateways of one site: the recorded
/// levels, each through a gateway's pipeline, and all of them through the consumer.
@Suite struct WalkTests {
    private static let names = (1...12).map { "r\($0 < 10 ? "0" : "")\($0)" }

    private static let beacon = BeaconIdentity("ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2")

    /// Everything that the gateways say, in order of time.
    private func words() throws -> [(at: Int64, ReceivedMessage)] {
        let filter = RegionFilter.iBeacon(
            uuid: try #require(BeaconUUID("41c08dfd-b719-4ccb-9d3b-5aa7c3860f89")), majors: nil, minors: nil)
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "CapturesTests/Captures")
        let topics = Topics()
        var words: [(at: Int64, ReceivedMessage)] = []
        for name in Self.names {
            let capture = try CaptureFile(folder.appending(path: "walk-receiver-\(name.dropFirst()).btsnoop").path)
            let box = GatewayID(site: "hall", gateway: name)
            let context = GatewayContext(
                gateway: box, epoch: "walk", regions: ["shelf"], clock: 0, clockSynced: true, simulated: false)
            // All that a receiver hears at all is its zone.
            var region = Region(name: "shelf", role: .store, filter: filter)
            region.role = .store
            var replay = CaptureReplay(capture, PresenceConfiguration(regions: [region]))
            var seq: UInt64 = 0
            if let start = replay.next {
                let status = Status(
                    at: context.time(start), state: .online, boot: "b", since: context.time(start), version: "1")
                words.append(
                    (context.time(start), ReceivedMessage(topic: topics.text(.status(box)), payload: status.rendered()))
                )
            }
            while let next = replay.next {
                replay.step()
                for output in replay.takeOutputs() {
                    let at = context.time(next)
                    switch output {
                    case .event(let event):
                        seq += 1
                        let word = context.event(event, seq: seq)
                        words.append((at, ReceivedMessage(topic: topics.text(word.topic), payload: word.rendered())))
                    case .presence(let state):
                        let word = context.presence(state)
                        words.append(
                            (at, ReceivedMessage(topic: topics.text(word.topic), payload: word.payload.rendered())))
                    case .ranging(let region, let instant, let beacons):
                        let word = context.ranging(region: region, at: instant, beacons)
                        words.append(
                            (at, ReceivedMessage(topic: topics.text(word.topic), payload: word.payload.rendered())))
                    case .region, .sightings: break
                    }
                }
            }
        }
        return words.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    @Test func `twelve gateways hear one shopper, who is told once, on one visit that every receiver is a zone of`()
        throws
    {
        let words = try words()
        let start = try #require(words.first?.at)
        var site = SiteConfiguration(name: "hall", timeZone: "UTC")
        site.zones = Self.names.map { name in
            ZoneConfiguration(name: name, gateways: [.init(gateway: name)], selection: "beers")
        }
        var rules = RuleConfiguration()
        rules.quietHours = .never
        rules.dwell = .seconds(5)
        var visitor = ConsumerShop.visitor
        visitor.beacons = [try #require(Self.beacon)]
        let shop = ConsumerShop.directory
        let directory = Directory(
            visitors: [visitor], items: shop.items, selections: [try #require(shop.selection("beers"))])
        let folder = FileManager.default.temporaryDirectory.appending(path: "beckon-walk-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try ConsumerStore(path: folder + "/consumer.sqlite", now: start)
        var core = try ConsumerCore(
            [site], Decider(rules, directory), topics: Topics(), storeRegions: [], from: store, at: start, boot: "run",
            makeID: { "n\(UInt64.random(in: 0 ... .max))" })
        core.connected(at: start)

        var (sent, movements): ([String], [SiteVisit]) = ([], [])
        func settle(_ outputs: [ConsumerOutput], at now: Int64) throws {
            for case .decided(_, let opportunity, _, _?) in outputs { sent.append(opportunity.visit) }
            _ = try core.publish(at: now, in: store) { message, token in
                if message.topic.contains("/visit/"), let visit = try? SiteVisit(parsing: message.payload) {
                    movements.append(visit)
                }
                return true
            }
            // What is under way is acknowledged.
            for number in 1...Int64(movements.count + 1) {
                _ = try core.acknowledged(
                    Ticket.siteEvent(number).token, isRefused: false, at: now, in: store)
            }
        }
        var now = start
        for (at, message) in words {
            while let next = core.nextDeadline, next <= at {
                now = max(now, next)
                try settle(try core.advance(to: now, in: store), at: now)
                if core.nextDeadline == next { break }
            }
            now = max(now, at)
            try settle(try core.receive([message], at: now, in: store), at: now)
        }
        now += 3_600_000
        try settle(try core.advance(to: now, in: store), at: now)
        #expect(sent.count == 1, "told on \(sent)")
        #expect(movements.filter { $0.type == .enter }.count == 1)
        #expect(movements.filter { $0.type == .exit }.count == 1)
        #expect(Set(movements.map(\.visit)).count == 1)
        // They walked from the eleventh receiver by the tenth and the first to the third; the tenth heard them badly.
        let zones = movements.compactMap(\.zone)
        let passed = zones.reduce(into: ["r11", "r01", "r03"][...]) { left, zone in
            if left.first == zone { left.removeFirst() }
        }
        #expect(passed.isEmpty && zones.count <= 12, "walked by \(zones)")
        #expect(zip(movements, movements.dropFirst()).allSatisfy { $0.time <= $1.time })
    }
}
