import Beacons
import Foundation
import JSON
import MQTT
import Messages
import Presence
import TestSupport
import Testing

/// Two consumers that share one PostgreSQL and the sites of two partitions, on a real broker.
@Suite struct PartitionTests {
    @Test func twoConsumersThatAreKilledInTurnLoseAndDoubleNothingAndKeepTheOrder() async throws {
        let chain = try await Chain()
        var first = try chain.start("first")
        try await chain.isWorking { $0.holders.count == 2 && $0.consumers == 1 }
        try chain.watchOrder()
        var second = try chain.start("second")
        try await chain.isWorking { Set($0.holders).count == 2 && $0.consumers == 2 }

        try await chain.enter(15)
        first.send(SIGKILL)
        try await chain.enter(15)
        try await chain.isWorking { Set($0.holders).count == 1 && $0.consumers == 1 }
        first = try chain.start("first")
        try await chain.enter(15)
        try await chain.isWorking { Set($0.holders).count == 2 }
        second.send(SIGKILL)
        try await chain.enter(10)
        try await chain.isWorking { Set($0.holders).count == 1 && $0.consumers == 1 }
        // The database goes away under everybody, and comes back.
        chain.database.stop()
        try await chain.enter(5)
        try chain.database.start()
        second = try chain.start("second")
        try await chain.enter(10)

        try await eventually("everyone is told; \(chain.told.count) are", within: .seconds(90)) {
            try chain.stay()
            return chain.told.count == chain.shoppers
        }
        try await Task.sleep(for: .seconds(3))
        #expect(chain.told.values.allSatisfy { $0.count == 1 }, "one notification each, however often it came")
        #expect(try chain.sql("SELECT count(*), count(DISTINCT user_id) FROM sends") == "70|70")
        #expect(try chain.sql("SELECT sum(seq) FROM watermarks") == "70", "every event is handled")
        #expect(try chain.sql("SELECT count(*) FROM inbox") == "0", "and none is missing before it")
        #expect(
            try chain.sql(
                """
                SELECT count(*) FROM (SELECT seq, lag(seq) OVER (PARTITION BY source ORDER BY number) AS before
                FROM handled) AS h WHERE seq < before
                """) == "0", "in the order of the gateway")
        for consumer in [first, second] {
            consumer.send(SIGTERM)
            #expect(try await consumer.exitCode(within: .seconds(8)) == 0)
        }
    }

    @Test func eachTellsTheMetricsOfItsOwnSitesOnceAndASiteThatIsPausedStaysSo() async throws {
        let chain = try await Chain()
        var first = try chain.start("first")
        try await chain.isWorking { $0.holders.count == 2 && $0.consumers == 1 }
        let paused = try chain.beckon("pause", "north")
        #expect(try await paused.exitCode() == 0, "\(paused.text)")
        try await eventually("one tells of both") {
            let samples = try chain.samples(of: "first")
            return samples["beckon_site_paused{site=\"north\"}"] == "1"
                && samples["beckon_site_paused{site=\"turku\"}"] == "0"
                && samples.count { $0.key.hasPrefix("beckon_broker_connected{") && $0.value == "1" } == 2
                && samples["beckon_gateway_status{site=\"turku\",gateway=\"box\",state=\"online\"}"] == "1"
        }
        first.send(SIGKILL)
        first = try chain.start("first")
        try await eventually("it is paused after a crash") {
            try chain.samples(of: "first")["beckon_site_paused{site=\"north\"}"] == "1"
        }
        let second = try chain.start("second")
        try await chain.isWorking { Set($0.holders).count == 2 && $0.consumers == 2 }
        try await eventually("each tells of its own, and its page names the others") {
            let told = try ["first", "second"].map { name in
                try chain.samples(of: name).filter { $0.key.hasPrefix("beckon_site_paused{") }
            }
            let page = try chain.get("first", "/")
            // The demo shop, north and turku.
            let (one, other) = (Set(told[0].keys), Set(told[1].keys))
            return !one.isEmpty && !other.isEmpty && one.isDisjoint(with: other) && one.union(other).count == 3
                && page.contains("Another consumer’s page shows who is at")
        }
        for consumer in [first, second] { consumer.send(SIGTERM) }
    }
}

/// Two shops, a gateway and a broker, many shoppers who like stout, and a PostgreSQL.
private final class Chain {
    struct Work {
        /// Of each partition that is held.
        let holders: [String]
        let consumers: Int
    }

    let database: TemporaryPostgreSQL
    private(set) var shoppers = 0
    private let workspace: Workspace
    private let subscriber: Subscriber
    private let configuration: String
    private let name: String
    private let client: MQTTClient
    private var ports: [String: UInt16] = [:]
    private var seqs = ["north": 0, "turku": 0]
    private let topics = Topics()

    init() async throws {
        database = try TemporaryPostgreSQL()
        workspace = try await Workspace()
        subscriber = try await workspace.subscribe("beckon-user/#")
        let url = try database.newDatabase()
        name = String(url.dropFirst("postgresql://beckon@/".count).prefix { $0 != "?" })
        try Self.writeDirectory(workspace.file("directory"))
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        let site = """
            {time_zone: UTC, open: always, jurisdiction: {notifications: promo, selling_hours: always}, \
            zones: {beer: {gateways: [box], selection: demo}}}
            """
        configuration = try workspace.write(
            "config.yaml",
            """
            include: \(demo)
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            consumer:
              store: '\(url)'
              partitions: 2
              import_folder: directory
              sites: {north: \(site), turku: \(site)}
              rules: {dwell: 1s}
            """)
        let options = MQTTOptions(
            brokers: [BrokerURL(host: "127.0.0.1", port: workspace.port, usesTLS: false)], clientID: "box")
        client = MQTTClient(options, event: { _ in })
        client.start()
        for site in seqs.keys.sorted() {
            let gateway = GatewayID(site: site, gateway: "box")
            let status = Status(at: Self.now, state: .online, boot: "b", since: Self.now, version: "1")
            let message = MQTTMessage(
                topic: topics.text(.status(gateway)), payload: status.rendered(), qos: 1, isRetained: true)
            try await eventually("the gateway connects") { client.publish(message, token: 1) }
        }
    }

    deinit { client.stop() }

    private static var now: Int64 { Int64(Date.now.timeIntervalSince1970 * 1000) }

    /// The demo's, with its lover of stout a hundred times.
    private static func writeDirectory(_ folder: URL) throws {
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/directory")
        try FileManager.default.copyItem(at: demo, to: folder)
        let file = folder.appendingPathComponent("visitors.json")
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let known = try #require(json?["visitors"] as? [[String: Any]])
        let lover = try #require(known.first { $0["id"] as? String == "q4x9-stout" })
        let visitors = (1...100).map { number in
            var visitor = lover
            visitor["id"] = "shopper-\(number)"
            visitor["beacons"] = ["\(beacon(number))"]
            return visitor
        }
        try JSONSerialization.data(withJSONObject: ["visitors": visitors]).write(to: file)
        try FileManager.default.removeItem(at: folder.appendingPathComponent("ratings.csv"))
    }

    private static func beacon(_ number: Int) -> BeaconIdentity {
        .iBeacon(uuid: BeaconUUID(0x41c0_8dfd_b719_4ccb_9d3b_5aa7_c386_0f89), major: 7, minor: UInt16(number))
    }

    /// Each has pages of its own.
    func start(_ name: String) throws -> ChildProcess {
        let port = try ports[name] ?? Workspace.freePort()
        ports[name] = port
        let own = try workspace.write(
            "\(name).yaml", "include: config.yaml\nconsumer: {http: {listen: '127.0.0.1:\(port)'}}\n")
        return try workspace.start("beckon-consumer", ["--config", own, "--state", workspace.file(name).path])
    }

    func beckon(_ arguments: String...) throws -> ChildProcess {
        try workspace.start("beckon", arguments + ["--config", configuration])
    }

    /// What a consumer's server answers; empty while there is none.
    func get(_ name: String, _ path: String) throws -> String {
        let answer = workspace.file("answer-\(UUID().uuidString)")
        let curl = try ChildProcess("curl", ["-s", "http://127.0.0.1:\(ports[name] ?? 0)\(path)"], output: answer)
        while curl.isRunning { usleep(5000) }
        return curl.text
    }

    /// Its metrics by their names with labels, of which no two are the same.
    func samples(of name: String) throws -> [String: String] {
        let lines = try get(name, "/metrics").split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pairs = lines.map { $0.split(separator: " ") }.filter { $0.count == 2 }
        return try Dictionary(pairs.map { (String($0[0]), String($0[1])) }) { first, _ in
            throw HarnessError("a sample is told twice, as \(first)")
        }
    }

    /// What `beckon partitions` says, until it is what it should be.
    func isWorking(_ condition: (Work) -> Bool) async throws {
        var text = ""
        try await eventually("the partitions are held as they should; last: \(text)", within: .seconds(40)) {
            let command = try workspace.start("beckon", ["partitions", "--config", configuration])
            while command.isRunning { usleep(10_000) }
            text = command.text
            let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
            let holders = lines.filter { $0.count > 3 && $0[2] == "since" }.map { String($0[1]) }
            let consumers = lines.last?.first.flatMap { Int($0) } ?? 0
            return condition(Work(holders: holders, consumers: consumers))
        }
    }

    /// So many come, in turn into either shop, ten a second.
    func enter(_ count: Int) async throws {
        for _ in 0..<count {
            shoppers += 1
            let site = site(of: shoppers)
            seqs[site, default: 0] += 1
            let time = Self.now
            let event = GatewayEvent(
                id: EventID(gateway: GatewayID(site: site, gateway: "box"), epoch: "e", seq: UInt64(seqs[site] ?? 0)),
                kind: .enter(reason: "arrived"), region: "shelf", beacon: Self.beacon(shoppers), visit: "v\(shoppers)",
                number: 1, reading: Reading(level: -60, measuredPower: -59, distance: 1, proximity: .near),
                sightings: 2, time: time, firstSeen: time, lastSeen: time, clockSynced: true, replayed: false,
                simulated: false)
            try send(event.topic, event.rendered())
            try await Task.sleep(for: .milliseconds(100))
            if shoppers % 10 == 0 { try stay() }
        }
    }

    /// All who have come are still there.
    func stay() throws {
        for number in 1...max(shoppers, 1) {
            let time = Self.now
            let presence = GatewayPresence(
                at: time, state: .present, visit: "v\(number)", since: time - 60_000, lastSeen: time, level: -60,
                distance: 1, proximity: .near, exitAfter: 30_000, interval: nil, reason: nil)
            let gateway = GatewayID(site: site(of: number), gateway: "box")
            try send(.presence(gateway, region: "shelf", Subject(Self.beacon(number))), presence.rendered())
        }
        usleep(500_000)
    }

    private func site(of shopper: Int) -> String { shopper % 2 == 0 ? "north" : "turku" }

    private func send(_ topic: Topic, _ payload: [UInt8]) throws {
        let message = MQTTMessage(
            topic: topics.text(topic), payload: payload, qos: topic.qos, isRetained: topic.isRetained)
        guard client.publish(message, token: 1) else { throw HarnessError("the gateway is not connected") }
    }

    /// The ids of what each was told.
    var told: [String: Set<String>] {
        var told: [String: Set<String>] = [:]
        for message in subscriber.messages { told[message.topic, default: []].insert(message.json["id"]?.string ?? "") }
        return told
    }

    func sql(_ text: String) throws -> String { try database.sql(text, in: name) }

    /// Notes each number that a gateway's watermark stands at, in the order of the transactions.
    func watchOrder() throws {
        _ = try sql(
            """
            CREATE TABLE handled (number BIGSERIAL, source TEXT, seq BIGINT);
            CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN INSERT INTO handled (source, seq) VALUES (NEW.source, NEW.seq); RETURN NEW; END';
            CREATE TRIGGER note AFTER INSERT OR UPDATE ON watermarks FOR EACH ROW EXECUTE FUNCTION note()
            """)
    }
}
