import Beacons
import ConsumerStore
import Engagement
import Foundation
import Hashing
import HTTPClient
import MQTT
import Messages
import Presence
import SQLite
import TestSupport
import Testing

@testable import beckon_consumer

/// The consumer without clock and broker: one store in Helsinki with a beer shelf, and a lover of stout.
final class ConsumerShop {
    static let beacon = BeaconIdentity.iBeacon(uuid: BeaconUUID(0x41C0_8DFD), major: 1, minor: 2)
    static let box = GatewayID(site: "shop", gateway: "box")
    /// 2026-11-30T12:00:00Z, 14:00 in Helsinki.
    static let noon: Int64 = 1_796_040_000_000

    let folder = FileManager.default.temporaryDirectory.appending(path: "beckon-\(UUID())").path
    let topics = Topics()
    private(set) var now = ConsumerShop.noon
    private var seq: UInt64 = 0
    private var runs = 0
    private var core: ConsumerCore!
    private var store: StoreBox!
    /// Since the start, also over restarts.
    private(set) var outputs: [ConsumerOutput] = []

    /// A class, so that it can be let go of and opened again.
    private final class StoreBox {
        let store: ConsumerStore

        init(_ path: String, _ now: Int64) throws { store = try ConsumerStore(path: path, now: now) }

        init(url: String) throws { store = try ConsumerStore(url: url, password: nil, holder: "test") }
    }

    private let privacy: ConsumerPrivacy
    /// How notifications go.
    private let delivery: Delivery
    /// The lover of stout.
    private let visitor: Visitor
    private let engine: EngineDesk?
    /// Of a database at a server; `nil`: a file in the folder.
    private let url: String?

    init(
        by channels: [Channel] = [.mqtt], _ delivery: Delivery = Delivery(), engine: EngineDesk? = nil,
        privacy: ConsumerPrivacy = ConsumerPrivacy(), in store: StoreEngine = .sqlite
    ) throws {
        self.privacy = privacy
        url = try store.newDatabase()
        var visitor = Self.visitor
        visitor.channels = channels
        (self.visitor, self.delivery, self.engine) = (visitor, delivery, engine)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try restart()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// As after kill -9: nothing but the file is left.
    func restart(after seconds: Double = 0, isConnected: Bool = true) throws {
        runs += 1
        core = nil
        store = nil
        now += Int64(seconds * 1000)
        store = try url.map { try StoreBox(url: $0) } ?? StoreBox(folder + "/consumer.sqlite", now)
        core = try ConsumerCore(
            [Self.site], Decider(RuleConfiguration(), Self.directory([visitor]).knowing(privacy.keyring.names)),
            topics: topics, storeRegions: ["shop"], privacy: privacy, delivery: delivery, engine: engine,
            from: store.store, at: now, boot: "run\(runs)",
            makeID: { "notification-\(UInt64.random(in: 0 ... .max))" })
        if isConnected { connect() }
    }

    func connect() { core.connected(at: now) }

    /// Another program's hand in the file: from now on no decision can be written, as on a full disk, or can be again.
    func fill(_ isFull: Bool) throws {
        let disk = try SQLiteConnection(path: folder + "/consumer.sqlite")
        let trigger = "CREATE TRIGGER full BEFORE INSERT ON decisions BEGIN SELECT RAISE(ABORT, 'full'); END"
        try disk.execute(isFull ? trigger : "DROP TRIGGER full")
    }

    static var site: SiteConfiguration {
        var site = SiteConfiguration(name: "shop", timeZone: "Europe/Helsinki")
        site.zones = [ZoneConfiguration(name: "beer", gateways: [.init(gateway: "box")], selection: "beers")]
        return site
    }

    static let directory = directory([visitor])

    static let visitor: Visitor = {
        let consents = Dictionary(uniqueKeysWithValues: Consent.Purpose.allCases.map { ($0, Consent(.granted)) })
        return Visitor(
            id: "u1", beacons: [beacon], consents: consents,
            ageCheck: AgeCheck(atLeast: 18, country: "FI", method: "till"),
            taste: Taste(likes: ["family:stout", "style:stout"].compactMap { Preference($0) }))
    }()

    private static func directory(_ visitors: [Visitor], _ places: [Place] = []) -> Directory {
        let stout = Style(id: "stout", label: "stout", family: "stout", tags: ["dark", "roasty"])
        let items = ["a", "b"].map { Item(id: $0, name: "Beer \($0)", style: stout) }
        let price = Price(hundredths: 500, currency: "EUR")
        let selection = Selection(id: "beers", entries: items.map { .init(item: $0.id, price: price, stock: 1) })
        return Directory(visitors: visitors, items: items, selections: [selection], places: places)
    }

    // MARK: - The directory

    func use(
        _ visitors: [Visitor] = [visitor], places: [Place] = [], _ change: (inout RuleConfiguration) -> Void = { _ in }
    ) throws {
        var rules = RuleConfiguration()
        change(&rules)
        try core.use(Decider(rules, Self.directory(visitors, places)), in: store.store)
    }

    /// Another reading of the configuration.
    func use(_ plan: PartitionPlan) throws { outputs += try core.use(plan, at: now, in: store.store) }

    /// The names of the gateways that may speak, by site.
    var knownGateways: [String: Set<String>] { core.knownGateways }

    /// As the store knows them.
    func visitors() throws -> [Visitor] { try store.store.directory().content.visitors }

    /// What the gateways are to be told, as after a new connection if `isNew`; `nil`: nothing.
    func denyList(isNew: Bool = false) throws -> DenyList? {
        if isNew { core.isDenyListDue = true }
        let messages = core.denyLists(at: now).messages
        core.isDenyListDue = false
        #expect(messages.allSatisfy { $0.topic == "beckon/v1/shop/_site/deny" && $0.isRetained && $0.qos == 1 })
        return try messages.first.map { try DenyList(parsing: $0.payload) }
    }

    /// The store knows the visitor too.
    func enroll() throws { try store.store.save(Self.visitor) }

    /// By another program, of which the core has not heard. What the gateway is to be asked.
    @discardableResult func erase(_ user: String) throws -> Forget? {
        _ = try store.store.erase(user, privacy.keyring, gateways: ["shop/box"], at: now)
        return try openForgets().first
    }

    func eraseAlsoAtEngine(_ user: String) throws {
        _ = try store.store.erase(user, gateways: [ConsumerStore.engine], at: now)
    }

    func openForgets() throws -> [Forget] { try store.store.openForgets() }

    func visits() throws -> [StoreVisit] { try store.store.visits(at: "shop") }

    // MARK: - What comes

    func wait(_ seconds: Double) throws {
        let end = now + Int64(seconds * 1000)
        while let next = core.workDeadline, next <= end {
            now = max(now, next)
            outputs += try core.advance(to: now, in: store.store)
        }
        now = end
    }

    func receive(_ messages: ReceivedMessage...) throws {
        outputs += try core.receive(messages, at: now, in: store.store)
    }

    func event(
        _ kind: GatewayEvent.Kind = .enter(reason: "arrived"), visit: String, age: Double = 0, seq given: UInt64? = nil,
        gateway: GatewayID = box, region: String = "shelf", beacon: BeaconIdentity = beacon
    ) -> GatewayEvent {
        if given == nil { seq += 1 }
        let time = now - Int64(age * 1000)
        return GatewayEvent(
            id: EventID(gateway: gateway, epoch: "e", seq: given ?? seq), kind: kind, region: region, beacon: beacon,
            visit: visit, number: 1,
            reading: Reading(level: -60, measuredPower: -59, distance: 1, proximity: .near), sightings: 2, time: time,
            firstSeen: time, lastSeen: time, clockSynced: true, replayed: false, simulated: false)
    }

    func message(_ event: GatewayEvent, by topic: Topic? = nil, isRetained: Bool = false) -> ReceivedMessage {
        ReceivedMessage(
            topic: topics.text(topic ?? event.topic), payload: event.rendered(), isRetained: isRetained)
    }

    func enter(_ visit: String, age: Double = 0) throws { try receive(message(event(visit: visit, age: age))) }

    func exit(_ visit: String) throws {
        try receive(message(event(.exit(reason: "timeout", dwell: 1000), visit: visit)))
    }

    /// - Parameters:
    ///   - since: seconds ago.
    ///   - lastSeen: seconds ago.
    func presence(_ visit: String, since: Double, lastSeen: Double = 0, isRetained: Bool = false) -> ReceivedMessage {
        let presence = GatewayPresence(
            at: now, state: .present, visit: visit, since: now - Int64(since * 1000),
            lastSeen: now - Int64(lastSeen * 1000), level: -60,
            distance: 1, proximity: .near, exitAfter: 30_000, interval: nil, reason: nil)
        return ReceivedMessage(
            topic: topics.text(.presence(Self.box, region: "shelf", Subject(Self.beacon))),
            payload: presence.rendered(), isRetained: isRetained)
    }

    func status(_ state: Status.State, boot: String = "b1") -> ReceivedMessage {
        let status = Status(at: now, state: state, boot: boot, since: now, version: "1")
        return ReceivedMessage(topic: topics.text(.status(Self.box)), payload: status.rendered(), isRetained: true)
    }

    func response(_ id: String, isOK: Bool = true, by gateway: GatewayID = box) -> ReceivedMessage {
        let response = Response(
            id: "consumer-p00:\(id)",
            outcome: isOK ? .success([]) : .failure(code: "unknown_op", message: "no such operation"))
        return ReceivedMessage(
            topic: topics.text(.response(gateway, client: "consumer-p00")), payload: response.rendered())
    }

    func lost(_ from: UInt64, _ to: UInt64, by topic: Topic = .lost(box)) -> ReceivedMessage {
        let lost = EventsLost(
            gateway: Self.box, epoch: "e", from: from, to: to, count: to - from + 1, first: now, last: now,
            reason: "overflow")
        return ReceivedMessage(topic: topics.text(topic), payload: lost.rendered())
    }

    var secondsSinceStart: Double { Double(now - Self.noon) / 1000 }

    // MARK: - What goes

    /// What the gateway is told to be kept; `nil`: it is told nothing.
    func acknowledged() throws -> UInt64? {
        let messages = try core.acknowledgements(at: now, in: store.store)
        return try messages.first.map { try Acknowledgement(parsing: $0.payload).seq }
    }

    /// What would be published now on a topic that holds `fragment`; the client takes it, and the broker may answer.
    func publish(
        on fragment: String = "/notify", isAcknowledged: Bool = true, isRefused: Bool = false
    ) throws -> [MQTTMessage] {
        var taken: [(MQTTMessage, UInt64)] = []
        outputs += try core.publish(at: now, in: store.store) { message, token in
            taken.append((message, token))
            return true
        }
        if isAcknowledged {
            for (_, token) in taken {
                outputs += try core.acknowledged(token, isRefused: isRefused, at: now, in: store.store)
            }
        }
        return taken.map(\.0).filter { $0.topic.contains(fragment) }
    }

    func disconnect() { core.disconnected(at: now) }

    // MARK: - Calls

    /// What servers would be called now.
    func calls() throws -> [(ticket: CallTicket, request: HTTPRequest)] {
        outputs += try core.publish(at: now, in: store.store) { _, _ in true }
        return core.takeCalls()
    }

    func answer(_ ticket: CallTicket, _ result: Result<HTTPResponse, HTTPError>) throws {
        outputs += try core.answered(ticket, result, at: now, in: store.store)
        try wait(0)
    }

    func answer(_ ticket: CallTicket, status: Int, retryAfter: Int? = nil, _ body: String = "") throws {
        try answer(
            ticket,
            .success(
                HTTPResponse(
                    status: status, contentType: "application/json", retryAfter: retryAfter, body: Array(body.utf8))))
    }

    func notStarted(_ ticket: CallTicket) throws {
        core.notStarted(ticket, at: now)
        try wait(0)
    }

    /// The ids and states of all sends.
    var sends: [String] {
        get throws {
            let file = try SQLiteConnection(path: folder + "/consumer.sqlite")
            return try file.all("SELECT state FROM sends ORDER BY at") { row throws(SQLiteError) in row.text(0) ?? "" }
        }
    }

    /// The channels that sends were given to, or are about to be.
    var attempts: [String] {
        get throws {
            let file = try SQLiteConnection(path: folder + "/consumer.sqlite")
            return try file.all("SELECT channel FROM attempts") { row throws(SQLiteError) in row.text(0) ?? "" }
        }
    }

    /// Says that the visitor did something.
    func record(_ feedback: Feedback) throws { try store.store.record(feedback) }

    /// Of the one send that waits.
    var reservedPayload: [UInt8]? {
        get throws {
            let reserved = try store.store.reserved(at: now)
            return reserved.first?.payload
        }
    }

    var explanation: String {
        for case .decided(let decision, _, _, _) in outputs.reversed() {
            return String(decoding: decision.explanation, as: UTF8.self)
        }
        return ""
    }

    /// The reasons of decisions, `sent` for those that send.
    var decisions: [String] {
        outputs.compactMap { output in
            switch output {
            case .decided(let decision, _, _, let notification):
                notification == nil ? decision.suppression?.rawValue : "sent"
            case .refused(let reason, _, _): reason.rawValue
            default: nil
            }
        }
    }

    var dropped: Int {
        outputs.count { if case .dropped = $0 { true } else { false } }
    }

    var withdrawn: [String] {
        outputs.compactMap { if case .withdrawn(_, _, let why) = $0 { why } else { nil } }
    }
}
