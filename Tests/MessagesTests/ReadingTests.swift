import Beacons
import JSON
import Messages
import Presence
import TestSupport
import Testing

@Suite("Reading what the broker brings")
struct ReadingTests {
    private func event(_ change: (String) -> String) throws(PayloadError) -> GatewayEvent {
        let payload = Samples.context.event(Samples.event(.enter(.arrived), number: 1), seq: 1042).rendered()
        return try GatewayEvent(parsing: Array(change(String(decoding: payload, as: UTF8.self)).utf8))
    }

    @Test("An event knows the topic that it belongs to; by any other it is forged")
    func forged() throws {
        let event = try event { $0 }
        let topics = Topics()
        #expect(topics.parse(topics.text(event.topic)) == event.topic)
        #expect(event.topic == .event(Samples.shelf, .enter, region: "shelf", Subject(Samples.beacon)))
        let other = GatewayID(site: "helsinki-1", gateway: "shelf-2")
        #expect(event.topic != .event(other, .enter, region: "shelf", Subject(Samples.beacon)))
        #expect(event.topic != .event(Samples.shelf, .exit, region: "shelf", Subject(Samples.beacon)))
        #expect(event.topic != .event(Samples.shelf, .enter, region: "store", Subject(Samples.beacon)))
        #expect(event.topic != .event(Samples.shelf, .enter, region: "shelf", Subject(Samples.address)))
    }

    @Test("Unknown fields are ignored")
    func unknownFields() throws {
        let plain = try event { $0 }
        let more = try event {
            $0.replacing(#""data":{"#, with: #""data":{"colour":"red","nested":{"deep":[1,2,{}]},"#)
                .replacing(#"{"specversion""#, with: #"{"extension":1,"specversion""#)
        }
        #expect(plain == more)
    }

    @Test(
        "What is wrong is told, and where",
        arguments: [
            (#""specversion":"1.0""#, #""specversion":"0.3""#, "specversion: contradicts CloudEvents 1.0"),
            (#""time":"2026"#, #""time":"1x26"#, "time: expected a time like 2026-11-30T17:05:12.345Z"),
            (#""n":1,"#, "", "data.n: missing"),
            (#""n":1,"#, #""n":-1,"#, "data.n: expected a whole number from 0 to 4294967295"),
            (#""n":1,"#, #""n":1.5,"#, "data.n: expected a whole number from 0 to 4294967295"),
            (#""major":1,"#, #""major":65536,"#, "data.beacon.major: expected a whole number from 0 to 65535"),
            (
                #""format":"ibeacon""#, #""format":"other""#,
                "data.beacon.format: expected one of ibeacon, altbeacon, eddystone-uid, address"
            ),
            (#""uuid":"41c08dfd"#, #""uuid":"xxxxxxxx"#, "data.beacon.uuid: expected a UUID"),
            (
                #""proximity":"near""#, #""proximity":"close""#,
                "data.proximity: expected one of immediate, near, far, unknown"
            ),
            (#""replayed":false"#, #""replayed":0"#, "data.replayed: expected true or false"),
            (#""region":"shelf""#, #""region":"_probe""#, "data.region: expected a name"),
            (
                #""type":"beckon.enter""#, #""type":"beckon.leave""#,
                "type: expected enter, exit, dwell, proximity or tap"
            ),
            (#""type":"beckon.enter""#, #""type":"enter""#, "type: expected a type that begins with beckon."),
            (#""type":"beckon.enter""#, #""type":"beckon.exit""#, "data.dwell_ms: missing"),
            (#""source":"helsinki-1/shelf-1""#, #""source":"helsinki-1/shelf-2""#, "source: contradicts id"),
            (#""site":"helsinki-1""#, #""site":"helsinki-2""#, "data.site: contradicts source"),
            (#""seq":1042"#, #""seq":1043"#, "data.seq: contradicts id"),
            (#""minor":2"#, #""minor":3"#, "subject: contradicts data.beacon"),
            (#""data":{"#, #""data":[],"x":{"#, "data: expected an object"),
            (
                #"{"specversion""#, #"["specversion""#,
                "not JSON: line 1, column 15: expected a comma or a closing bracket"
            ),
        ])
    func faults(old: String, new: String, message: String) {
        let error = #expect(throws: PayloadError.self) {
            try event { $0.replacing(old, with: new, maxReplacements: 1) }
        }
        #expect(error?.description == message)
    }

    @Test("No mutation of any payload traps, and what is still accepted is written and read again")
    func mutations() throws {
        var random = SplitMix64(seed: 6)
        func check<Value: Payload>(_ value: Value) throws {
            let bytes = value.rendered()
            for _ in 0..<300 {
                var mutated = bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place = Int.random(in: 0..<mutated.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: mutated[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: mutated[place] = Array(#"0123456789-.eE"{}[],:tfn"#.utf8).randomElement(using: &random) ?? 0
                    default:
                        mutated.removeSubrange(
                            place..<min(place + Int.random(in: 1...8, using: &random), mutated.count))
                    }
                    if mutated.isEmpty { break }
                }
                guard let read = try? Value(parsing: mutated) else { continue }
                #expect(throws: Never.self) { try Value(parsing: read.rendered()) }
            }
        }
        for sample in Samples.all { try check(sample.payload) }
    }

    @Test("Any event of the engine goes through its payload and back")
    func roundTrip() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let kinds: [PresenceEvent.Kind] = [
                .enter(PresenceEvent.EnterReason.allCases.randomElement(using: &random) ?? .arrived),
                .exit(PresenceEvent.ExitReason.allCases.randomElement(using: &random) ?? .timeout),
                .dwell(threshold: .milliseconds(Int64.random(in: 0...1_000_000_000, using: &random))),
            ]
            let beacons: [BeaconIdentity] = [
                .iBeacon(
                    uuid: BeaconUUID(.random(in: 0 ... .max, using: &random)),
                    major: .random(in: 0 ... .max, using: &random), minor: 7),
                .altBeacon(
                    code: .random(in: 0 ... .max, using: &random), idUpper: .random(in: 0 ... .max, using: &random),
                    idLower: 1),
                .eddystoneUID(
                    namespace: .random(in: 0 ... .max, using: &random),
                    instance: .random(in: 0 ... .max, using: &random)),
                .address(BluetoothAddress(.random(in: 0 ... .max, using: &random))),
            ]
            let isKnown = Bool.random(using: &random)
            let event = PresenceEvent(
                kind: kinds.randomElement(using: &random) ?? .enter(.arrived),
                region: Int.random(in: 0...1, using: &random),
                beacon: beacons.randomElement(using: &random) ?? Samples.beacon,
                visit: .random(in: 0 ... .max, using: &random),
                number: .random(in: 0 ... .max, using: &random), at: instant(&random),
                reading: Reading(
                    level: isKnown ? Double(Int.random(in: -1270...0, using: &random)) / 10 : nil,
                    measuredPower: .random(in: .min ... .max, using: &random),
                    distance: isKnown ? Double(Int.random(in: 0...10_000, using: &random)) / 100 : nil,
                    proximity: Proximity.allCases.randomElement(using: &random) ?? .far),
                sightings: .random(in: 0 ... .max, using: &random), firstSeen: instant(&random),
                lastSeen: instant(&random))
            let told = Samples.context.event(
                event, seq: UInt64(Int64.random(in: 0 ... .max, using: &random)), replayed: Bool.random(using: &random))
            #expect(try GatewayEvent(parsing: told.rendered()) == told)
        }
    }

    private func instant(_ random: inout SplitMix64) -> Instant {
        Instant(microseconds: .random(in: 0...1_000_000_000_000_000, using: &random))
    }

    @Test("Whatever numbers the engine hands in, nothing traps")
    func extremes() {
        for microseconds in [Int64.min, -1, 0, .max] {
            var context = Samples.context
            for clock in [Int64.min, 0, .max] {
                context.clock = clock
                var event = Samples.event(.exit(.timeout), number: .max)
                event.at = Instant(microseconds: microseconds)
                event.firstSeen = Instant(microseconds: .max)
                event.lastSeen = Instant(microseconds: .min)
                event.region = -1
                event.reading = Reading(level: .nan, measuredPower: .min, distance: .infinity, proximity: .unknown)
                let text = String(decoding: context.event(event, seq: .max).rendered(), as: UTF8.self)
                #expect(text.contains(#""rssi":null,"distance_m":null"#))
            }
        }
    }
}
