import Beacons
import JSON
import Messages
import Presence

/// One of each payload: what the golden files spell.
enum Samples {
    static let shelf = GatewayID(site: "helsinki-1", gateway: "shelf-1")
    static let beacon =
        BeaconIdentity("ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2") ?? .address(BluetoothAddress(0))
    static let altBeacon = BeaconIdentity.altBeacon(code: 0x0118, idUpper: 0x0102, idLower: 0xA0B0_C0D0)
    static let eddystone = BeaconIdentity.eddystoneUID(
        namespace: 0xEDD1_EBEA_C04E_5DEF_A017, instance: 0x0BDB_8753_9B67)
    static let address = BeaconIdentity.address(BluetoothAddress(0xC0FF_EE00_1234))
    /// 2026-11-30T17:05:12.345Z.
    static let noon: Int64 = 1_796_058_312_345
    static let reading = Reading(level: -61.4, measuredPower: -59, distance: 1.32, proximity: .near)

    static let pseudonym = BeaconIdentity("mfrggzdfmztwq2lknnwg23tpob") ?? .address(BluetoothAddress(0))

    static var context: GatewayContext {
        GatewayContext(
            gateway: shelf, epoch: "k3v9x2ma", regions: ["store", "shelf"], clock: noon - 60_000, clockSynced: true,
            simulated: false)
    }

    /// Where the gateway has pseudonyms on.
    static var discreet: GatewayContext {
        var context = context
        context.pseudonyms = Pseudonyms(keyID: "2026-11") { _ in pseudonym }
        return context
    }

    static func event(_ kind: PresenceEvent.Kind, number: UInt32) -> PresenceEvent {
        PresenceEvent(
            kind: kind, region: 1, beacon: beacon, visit: 88, number: number, at: Instant(microseconds: 60_000_999),
            reading: reading, sightings: 2, firstSeen: Instant(microseconds: 58_345_000),
            lastSeen: Instant(microseconds: 60_000_000))
    }

    static func other(_ kind: GatewayEvent.Kind, seq: UInt64) -> GatewayEvent {
        var event = context.event(event(.enter(.arrived), number: 2), seq: seq)
        event.kind = kind
        return event
    }

    static func state(exit: PresenceEvent.ExitReason?) -> PresenceState {
        PresenceState(
            region: 1, beacon: beacon, visit: 88, since: Instant(microseconds: 58_345_000),
            lastSeen: Instant(microseconds: 60_000_000), reading: reading, exitAfter: .milliseconds(30_000),
            interval: .milliseconds(350), exit: exit, at: Instant(microseconds: 60_000_000))
    }

    static func region(_ state: RegionState.State, _ count: Int, _ reason: RegionState.UnknownReason?)
        -> RegionOccupancy
    {
        let state = RegionState(region: 1, state: state, count: count, since: .zero, reason: reason)
        return context.region(state, at: Instant(microseconds: 60_000_000)).payload
    }

    static let ranging = [
        RangedBeacon(beacon: beacon, reading: reading),
        RangedBeacon(
            beacon: altBeacon, reading: Reading(level: -80, measuredPower: -59, distance: 11.22, proximity: .far)),
        RangedBeacon(
            beacon: eddystone, reading: Reading(level: nil, measuredPower: -59, distance: nil, proximity: .unknown)),
        RangedBeacon(
            beacon: address, reading: Reading(level: -45.5, measuredPower: -59, distance: 0.21, proximity: .immediate)),
    ]

    static let adapters = [
        Status.Adapter(address: "00:1a:7d:da:71:13", state: "scanning", mode: "raw", lastAdvertisement: 0.25),
        Status.Adapter(address: "00:1a:7d:da:71:14", state: "down", mode: "raw", lastAdvertisement: nil),
    ]

    /// By the name of the golden file.
    static let all: [(name: String, payload: any Payload)] = [
        ("enter", context.event(event(.enter(.arrived), number: 1), seq: 1042)),
        ("enter.pseudonym", discreet.event(event(.enter(.arrived), number: 1), seq: 1042)),
        ("exit", context.event(event(.exit(.timeout), number: 3), seq: 1044)),
        ("dwell", context.event(event(.dwell(threshold: .seconds(20)), number: 2), seq: 1043)),
        ("proximity", other(.proximity(from: .near, to: .immediate), seq: 1050)),
        ("tap", other(.tap(hold: 320), seq: 1051)),
        ("presence", context.presence(state(exit: nil)).payload),
        ("presence.absent", context.presence(state(exit: .rssi)).payload),
        ("region", region(.inside, 3, nil)),
        ("region.unknown", region(.unknown, 0, .scannerDown)),
        ("ranging", context.ranging(region: 1, at: Instant(microseconds: 60_000_000), ranging).payload),
        (
            "ranging.pseudonym",
            discreet.ranging(region: 1, at: Instant(microseconds: 60_000_000), [ranging[0]]).payload
        ),
        ("ranging.empty", context.ranging(region: 1, at: Instant(microseconds: 60_000_000), []).payload),
        (
            "status",
            Status(
                at: noon, state: .online, boot: "b7f3", since: noon - 60_000, version: "0.1.0", config: "5f2c9a01",
                address: "192.0.2.7", adapters: adapters)
        ),
        (
            "status.lost",
            Status(at: noon, state: .lost, reason: "will", boot: "b7f3", since: noon - 60_000, version: "0.1.0")
        ),
        ("events_lost", context.lost(from: 17, to: 40, count: 24, first: noon - 9000, last: noon, reason: "overflow")),
        (
            "sighting",
            SightingSummary(at: noon, beacon: beacon, count: 9, minimum: -70, maximum: -58, mean: -62.4)
        ),
        (
            "telemetry",
            Telemetry(
                at: noon,
                adapters: [
                    .init(
                        address: "00:1a:7d:da:71:13", family: "extended", mode: "raw", lastReport: 0.012,
                        level: 0,
                        counters: [.init("reports", 12_607), .init("malformed", 3), .init("socket_drops", 0)])
                ], reportsPerSecond: 181.5, sightingsPerSecond: 12, outboxRows: 0, deadLetters: 2, eventsLost: 24,
                pairs: 7, evictions: 0, throttledEnters: 3, returns: 1, presentSeconds: 7200,
                rhythms: [.init(region: "shelf", visits: 2, interval: 351, exitAfter: 7400)],
                residentBytes: 9_437_184, cpu: 1.4, clockSynced: true)
        ),
        ("ack", Acknowledgement(at: noon, epoch: "k3v9x2ma", seq: 1044)),
        (
            "request",
            Request(id: "alice:7", .state(region: "shelf"))
        ),
        ("request.rescan", Request(id: nil, .rescan)),
        ("request.loglevel", Request(id: "7", .logLevel(.debug))),
        ("request.forget", Request(id: "7", .forget(.subject(Subject(beacon).text)))),
        ("request.outbox", Request(id: "7", .outbox(.dropDead))),
        (
            "state",
            GatewayState(
                status: Status(
                    at: noon, state: .degraded, reason: "no adapter", boot: "b7f3", since: noon - 60_000,
                    version: "0.1.0", adapters: adapters),
                regions: [.init(region: "shelf", occupancy: region(.inside, 1, nil))],
                visits: [
                    .init(
                        region: "shelf", subject: Subject(beacon).text,
                        presence: context.presence(state(exit: nil)).payload)
                ], isCut: false, waiting: 3)
        ),
        (
            "outbox",
            OutboxReport(
                epoch: "k3v9x2ma", waiting: 3,
                rows: [
                    .init(seq: 40, type: "events_lost", region: nil, subject: nil, time: noon - 9000, count: 24),
                    .init(
                        seq: 41, type: "enter", region: "shelf", subject: Subject(beacon).text, time: noon, count: 1),
                ], dead: 1,
                deadLetters: [
                    .init(
                        seq: 12, reason: "Packet too large", at: noon,
                        topic: "beckon/v1/helsinki-1/shelf-1/event/enter/shelf/x", bytes: 70_000)
                ], dropped: 2, fault: "Quota exceeded")
        ),
        (
            "homeassistant",
            HomeAssistantDevice(
                shelf, version: "0.1.0", topics: Topics(),
                regions: [(name: "store", isTapped: false, beacons: []), ("shelf", true, [beacon])])
        ),
        ("response", Response(id: "7", outcome: .success([.init("state", .string("inside"))]))),
        ("response.failure", Response(id: nil, outcome: .failure(code: "unknown_op", message: "There is no such op."))),
        ("site.enter", visit(.enter, zone: nil, from: nil, dwell: nil, "arrived")),
        ("site.move", visit(.move, zone: "beer", from: "wine", dwell: nil, "stronger")),
        ("site.exit", visit(.exit, zone: nil, from: nil, dwell: 754_000, "timeout")),
        (
            "site-presence",
            SiteWhereabouts(at: noon, zone: "beer", since: noon - 20_000, visit: "helsinki-1/_site:v12")
        ),
        ("paused", Paused(at: noon, isPaused: true, reason: "stocktaking")),
        (
            "deny",
            DenyList(at: noon, keyID: "2026-11", mode: .deny, hashes: [0x0011_2233_4455_6677, .max])
        ),
        (
            "deny.rotating",
            DenyList(at: noon, keyID: "2026-12", previousKeyID: "2026-11", mode: .allow, hashes: [1])
        ),
        (
            "notification",
            Notification(
                id: "9f86d081884c7d659a2feaa0c55ad015", user: "alice-7", site: "helsinki-1", zone: "beer", item: "2265",
                title: "Sinebrychoff Porter?", body: "A \"porter\" with coffee and chocolate.\n6.90 EUR",
                reasons: ["porter", "coffee"], promotion: "−20 %", notice: "K-18",
                link: "https://shop.example/i/2265?n=9f86d081884c7d659a2feaa0c55ad015",
                why: "https://shop.example/why/9f86d081884c7d659a2feaa0c55ad015",
                optOut: "https://shop.example/me/t0ken", time: noon, expiresAt: noon + 600_000)
        ),
        (
            "encounter",
            Encounter(
                id: "e-1", user: "alice-7", time: noon, kind: .enter,
                beacons: [
                    .init(uuid: beacon.uuid, major: 1, minor: 2, rssi: -61, proximity: .near),
                    .init(uuid: beacon.uuid, major: nil, minor: nil, rssi: nil, proximity: nil),
                ])
        ),
    ]

    private static func visit(
        _ type: Topic.VisitType, zone: String?, from: String?, dwell: Int64?, _ reason: String
    ) -> SiteVisit {
        SiteVisit(
            type: type, id: "helsinki-1/_site:k3v9x2ma:7", time: noon, site: "helsinki-1", zone: zone, fromZone: from,
            visit: "helsinki-1/_site:v12", beacon: beacon, since: noon - 754_000, dwell: dwell, reason: reason)
    }
}
