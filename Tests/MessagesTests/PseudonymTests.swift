import Beacons
import Messages
import TestSupport
import Testing

@testable import Presence

@Suite("Pseudonyms")
struct PseudonymTests {
    private static func beacon(_ random: inout SplitMix64) -> BeaconIdentity {
        switch random.integer(UInt8.self) % 4 {
        case 0:
            .iBeacon(
                uuid: BeaconUUID(random.integer(UInt128.self)), major: random.integer(), minor: random.integer())
        case 1:
            .altBeacon(code: random.integer(), idUpper: random.integer(), idLower: random.integer())
        case 2: .eddystoneUID(namespace: random.integer(), instance: random.integer())
        default: .address(BluetoothAddress(random.integer(UInt64.self) & 0xFFFF_FFFF_FFFF))
        }
    }

    /// Long enough not to stand anywhere by chance.
    private static func traces(of beacon: BeaconIdentity) -> [String] {
        let parts = beacon.description.split(separator: ":").map(String.init).filter { $0.utf8.count > 7 }
        return [beacon.description, BluetoothAddress(beacon.lower & 0xFFFF_FFFF_FFFF).description] + parts
    }

    @Test("No message of a gateway says anything of an identity, of whatever format")
    func nothing() throws {
        var random = SplitMix64(seed: 26)
        var context = Samples.context
        context.pseudonyms = Pseudonyms(keyID: "k1") { _ in Samples.pseudonym }
        let topics = Topics()
        for _ in 0..<500 {
            let beacon = Self.beacon(&random)
            let region = Int.random(in: 0..<2, using: &random)
            let kinds: [PresenceEvent.Kind] = [
                .enter(.arrived), .exit(.timeout), .dwell(threshold: .seconds(20)), .tap(hold: .seconds(5)),
                .proximity(from: .far, to: .near),
            ]
            var messages: [(topic: Topic, payload: [UInt8])] = kinds.map { kind in
                var event = Samples.event(kind, number: 1)
                (event.beacon, event.region) = (beacon, region)
                let rendered = context.event(event, seq: 1)
                return (rendered.topic, rendered.rendered())
            }
            for exit in [nil, .rssi] as [PresenceEvent.ExitReason?] {
                var state = Samples.state(exit: exit)
                (state.beacon, state.region) = (beacon, region)
                let message = context.presence(state)
                messages.append((message.topic, message.payload.rendered()))
            }
            let ranged = RangedBeacon(beacon: beacon, reading: Samples.reading)
            let ranging = context.ranging(region: region, at: .zero, [ranged])
            messages.append((ranging.topic, ranging.payload.rendered()))
            let summary = context.sightings(
                SightingReport(
                    region: region, beacon: beacon, at: .zero, count: 1, minimum: nil, maximum: nil, mean: nil))
            messages.append((summary.topic, summary.payload.rendered()))
            for (topic, payload) in messages {
                let text = topics.text(topic) + " " + String(decoding: payload, as: UTF8.self)
                for trace in Self.traces(of: beacon) { #expect(!text.contains(trace)) }
                #expect(text.contains(Samples.pseudonym.description))
            }
        }
    }

    @Test(
        "A pseudonym that is none is refused",
        arguments: [
            #""ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2""#, #""short""#, "7",
        ])
    func malformed(pseudonym: String) {
        let text = #"{"at":"2026-11-30T17:05:12.345Z","beacon":{"pseudonym":\#(pseudonym)},"count":1}"#
        let error = #expect(throws: PayloadError.self) { _ = try SightingSummary(parsing: Array(text.utf8)) }
        #expect(error?.path == "beacon.pseudonym")
    }
}
