import Beacons
import Foundation
import Messages
import Presence
import SQLite

@testable import Outbox

let box = GatewayID(site: "demo-shop", gateway: "box")

func tag(_ minor: UInt16) -> BeaconIdentity {
    .iBeacon(uuid: BeaconUUID(0x41c0_8dfd_b719_4ccb_9d3b_5aa7_c386_0f89), major: 1, minor: minor)
}

extension OutboxRow {
    static func numbered(_ seq: Int64) -> OutboxRow {
        let lost = EventsLost(
            gateway: box, epoch: "epoch", from: UInt64(seq), to: UInt64(seq), count: 1, first: 0, last: 0, reason: "")
        return OutboxRow(seq: seq, content: .lost(lost), boot: 0, monotonic: 0)
    }
}

/// A temporary folder.
final class Folder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("beckon-outbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// A shop with a clock of its own, an engine, a publisher over a real file, and a broker that only listens.
struct Shop: ~Copyable {
    var engine: PresenceEngine
    var publisher: Publisher
    var now: Instant
    /// Unix milliseconds at `Instant.zero`.
    var origin: Int64 = 1_700_000_000_000
    var isSynced = true
    var boot: Int64 = 1
    /// What was sent, in order.
    var sent: [(outgoing: Outgoing, token: UInt64)] = []
    var probes: [UInt64] = []
    /// How many messages the client takes.
    var takes = Int.max

    init(
        _ folder: Folder, at seconds: Double = 1000, origin: Int64 = 1_700_000_000_000, boot: Int64 = 1,
        isSynced: Bool = true, name: String = "shop", pseudonyms: Pseudonyms? = nil,
        _ change: (inout OutboxRules) -> Void = { _ in }
    ) throws(SQLiteError) {
        var rules = OutboxRules()
        rules.minFree = 1 << 20
        change(&rules)
        let now = Instant(microseconds: Int64(seconds * 1e6))
        let clock = ClockReading(
            now: now, wall: origin + now.microseconds / 1000, isSynced: isSynced, boot: boot)
        let outbox = try Outbox(
            path: folder.file("outbox.db"), gateway: box, newEpoch: "epoch\(Int(seconds))", rules: rules, at: clock)
        let (saved, _) = try outbox.saved(at: clock)
        let context = GatewayContext(
            gateway: box, epoch: outbox.epoch, regions: [name], clock: 0, clockSynced: false, simulated: true,
            pseudonyms: pseudonyms)
        let filter = RegionFilter.iBeacon(uuid: tag(1).uuid, majors: nil, minors: nil)
        var region = Region(name: name, role: .store, filter: filter)
        region.exit.after = .seconds(3600)
        var engine = PresenceEngine(PresenceConfiguration(regions: [region]), at: now)
        var publisher = Publisher(outbox, context, rules: rules, clearAfter: Duration.seconds(60))
        for visit in engine.restore(saved, maxAge: .seconds(900)) { publisher.end(visit, region: name, at: clock) }
        publisher.publish(engine.takeOutputs(), at: clock)
        self.engine = engine
        self.publisher = publisher
        self.now = now
        self.origin = origin
        self.boot = boot
        self.isSynced = isSynced
    }

    var clock: ClockReading {
        ClockReading(now: now, wall: origin + now.microseconds / 1000, isSynced: isSynced, boot: boot)
    }

    mutating func wait(_ seconds: Double) { now = now + .microseconds(Int64(seconds * 1e6)) }

    /// Two sightings: an enter.
    mutating func enter(_ minors: some Sequence<UInt16>) {
        for minor in minors {
            for _ in 0..<2 {
                hear(minor)
                wait(0.03)
            }
        }
        settle()
    }

    mutating func hear(_ minor: UInt16) {
        engine.sight(
            Sighting(beacon: tag(minor), address: BluetoothAddress(1), rssi: -60, measuredPower: -59, at: now))
    }

    mutating func settle() {
        engine.advance(to: now)
        publisher.publish(engine.takeOutputs(), at: clock)
    }

    mutating func commit(force: Bool = false) throws(SQLiteError) {
        if !force { wait(0.3) }
        settle()
        try publisher.commit(at: clock, force: force, engine: engine)
    }

    mutating func connect(v5: Bool = true) {
        let status = Outgoing(topic: .status(box), payload: Array("status".utf8))
        publisher.connected(answersForWrites: v5, status: status, engine: engine, at: clock)
    }

    mutating func pump() throws(SQLiteError) {
        var out: [(Outgoing, UInt64)] = []
        var probed: [UInt64] = []
        let most = takes
        try publisher.pump(
            at: clock,
            { outgoing, token in
                guard out.count < most else { return false }
                out.append((outgoing, token))
                return true
            },
            probe: { nonce in
                probed.append(nonce)
                return true
            })
        sent += out
        probes += probed
    }

    /// Sends, and has the broker confirm, until it has been quiet for longer than a back-log may wait to start.
    mutating func drain() throws(SQLiteError) {
        var quiet = 0
        while quiet < 110 {
            let before = sent.count
            try pump()
            for (_, token) in sent[before...] { try answer(token) }
            quiet = sent.count == before ? quiet + 1 : 0
            wait(0.1)
        }
    }

    mutating func answer(_ token: UInt64, refusal: (reason: String, isFault: Bool)? = nil) throws(SQLiteError) {
        try publisher.answered(token, refusal: refusal, topics: Topics(), at: clock)
    }

    mutating func forget() { sent = [] }

    /// `enter 1`, `lost 1-9 (9) overflow`, in the order of sending.
    var events: [String] {
        sent.compactMap { message, _ in
            if let event = try? GatewayEvent(parsing: message.payload) {
                return "\(event.type.rawValue) \(event.id.seq)\(event.replayed ? "r" : "")"
            }
            guard let lost = try? EventsLost(parsing: message.payload) else { return nil }
            return "lost \(lost.from)-\(lost.to) (\(lost.count)) \(lost.reason)"
        }
    }

    var gatewayEvents: [GatewayEvent] { sent.compactMap { try? GatewayEvent(parsing: $0.outgoing.payload) } }

    /// The topics of states, shortened.
    var states: [String] {
        sent.compactMap { message, _ in
            switch message.topic {
            case .status: "status"
            case .region(_, let region): "region \(region)"
            case .presence(_, let region, let subject):
                "presence \(region) \(subject.text.split(separator: ":").last ?? "")"
                    + (message.payload.isEmpty ? " cleared" : "")
            default: nil
            }
        }
    }
}
