import Foundation
import JSON
import SQLite
import TestSupport
import Testing

/// What is left of a person with a history when they are erased: every table and byte of both daemons' state, and all
/// that the broker retains.
@Suite struct ErasureTests {
    private static let user = "q4x9-stout"
    private static let identity = "ibeacon:\(AirShop.uuid):1:2"

    /// Each place that holds one of `traces`, with what it holds.
    private func places(with traces: [String], at shop: AirShop) async throws -> [String] {
        var found: [String] = []
        func look(at text: String, in place: String) {
            found += traces.filter { text.contains($0) }.map { "\(place): \($0)" }
        }
        for state in ["beckon-consumer-state", "beckon-gateway-state"] {
            let folder = shop.workspace.file(state)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let file = folder.appendingPathComponent(name)
                if name.hasSuffix(".sqlite") || name.hasSuffix(".db") {
                    for (table, rows) in try tables(of: file.path) { look(at: rows, in: "\(state)/\(name) \(table)") }
                }
                let bytes = (try? Data(contentsOf: file)) ?? Data()
                found += traces.filter { bytes.range(of: Data($0.utf8)) != nil }.map { "\(state)/\(name): \($0)" }
            }
        }
        for message in try await retained(at: shop) {
            look(at: "\(message.topic) \(message.payload)", in: "retained \(message.topic)")
        }
        return found.sorted()
    }

    /// Every row of every table, in a copy: a gateway has its file for itself.
    private func tables(of file: String) throws -> [String: String] {
        let copy = FileManager.default.temporaryDirectory.appending(path: "beckon-copy-\(UUID())").path
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) } }
        for suffix in ["", "-wal"] { try? FileManager.default.copyItem(atPath: file + suffix, toPath: copy + suffix) }
        let database = try SQLiteConnection(path: copy)
        let columns = try database.all(
            """
            SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'
            """
        ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
        var tables: [String: String] = [:]
        for (table, column) in columns {
            let values = try database.all("SELECT CAST(\"\(column)\" AS TEXT) FROM \"\(table)\"") { $0.text(0) ?? "" }
            tables[table, default: ""] += values.joined(separator: "\n") + "\n"
        }
        return tables
    }

    /// What comes to a new subscriber before what is published after it came.
    private func retained(at shop: AirShop) async throws -> [Subscriber.Message] {
        let subscriber = try await shop.workspace.subscribe("#")
        let publisher = try ChildProcess(
            "mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(shop.workspace.port)", "-t", "end", "-m", "end"],
            output: shop.workspace.file("publisher.log"))
        #expect(try await publisher.exitCode() == 0)
        try await subscriber.first(on: "end")
        return subscriber.messages.filter(\.isRetained)
    }

    /// *Not for me*, on the page of what they were told.
    private func dismiss(_ notification: Subscriber.Message, port: UInt16) throws {
        let link = try #require(notification.json["data"]?["link"]?.string)
        let path = try #require(link.firstMatch(of: /^http:\/\/127.0.0.1:[0-9]+(.+)/)?.output.1)
        let connection = try #require(RawConnection(port: port))
        let form = "action=dismiss"
        connection.send(
            "POST \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(form.utf8.count)\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n\r\n\(form)")
        let answer = connection.read(within: .seconds(5))
        try #require(answer.hasPrefix("HTTP/1.1 200") || answer.hasPrefix("HTTP/1.1 303"), "\(answer)")
    }

    @Test(arguments: [false, true])
    func ofWhoIsErasedNothingIsLeftAtEitherDaemonNorAtTheBrokerAlsoAfterARestart(pseudonyms: Bool) async throws {
        let port = try Workspace.freePort()
        let others = AirShop.air([(3, AirShop.levels((-60, 600)))])
        let shop = try await AirShop(
            pseudonyms: pseudonyms,
            AirShop.air([(2, AirShop.levels((-60, 12))), (3, AirShop.levels((-60, 600)))]),
            more: """
                  - {name: shop, exit: {after: 60s}}
                  - {name: shelf, exit: {after: 60s}}
                consumer: {http: {listen: '127.0.0.1:\(port)', public_url: 'http://127.0.0.1:\(port)'}, rules: {dwell: 1s}}
                rewind: {keep: 24h}
                """)
        var consumer = try shop.start("beckon-consumer")
        try await eventually("the consumer connects") { consumer.text.contains("mqtt: connected") }
        var gateway = try shop.start("beckon-gateway")
        let told = try await shop.everything.first(on: "\(Self.user)/notify")
        try dismiss(told, port: port)
        let enter = try await shop.everything.first(on: "/event/enter/shelf/") {
            $0.json["data"]?["visit"] != nil && $0.topic.contains(pseudonyms ? "/" : Self.identity)
        }
        let exported = try await shop.beckon("export", Self.user)
        let person = try JSONValue(parsing: Array(exported.text.utf8))
        let beacon = try #require(person["visits"]?.array?.first?["beacon"]?.string)
        #expect(beacon == Self.identity || pseudonyms && beacon.utf8.count == 26, "\(beacon) \(enter.topic)")
        for table in ["decisions", "sends", "feedback", "visits"] {
            #expect(person[table]?.array?.isEmpty == false, "\(table) of \(exported.text)")
        }
        let traces = Set([Self.user, Self.identity, beacon]).sorted()

        // They are there still, and their tag is silent: the visit is open everywhere, and nobody hears them anew.
        try await eventually("their tag is silent: \(gateway.text)", within: .seconds(120)) {
            let sightings = shop.everything.messages(on: "/sighting/shop/")
            guard let last = sightings.lastIndex(where: { $0.topic.hasSuffix(beacon) }) else { return false }
            return sightings.count - last > 40
        }
        let before = try await places(with: traces, at: shop)
        for place in [
            "beckon-consumer-state/consumer.sqlite visitors: \(Self.user)",
            "beckon-consumer-state/consumer.sqlite feedback: \(Self.user)",
            "beckon-consumer-state/consumer.sqlite visits: \(beacon)",
        ] { #expect(before.contains(place), "\(place), of \(before)") }
        #expect(before.contains("beckon-gateway-state/outbox.db visits: \(Self.identity)"), "\(before)")

        let erased = try await shop.beckon("erase", Self.user, "--wait", "30")
        let receipt = try JSONValue(parsing: Array(erased.text.utf8))
        #expect(receipt["forgotten_by"] == .array([.string("demo-shop/demo-gateway")]), "\(erased.text)")
        var left: [String] = []
        for _ in 0..<50 {
            left = try await places(with: traces, at: shop)
            if left.isEmpty { break }
        }
        #expect(left == [])

        for process in [consumer, gateway] {
            process.send(SIGKILL)
            _ = try await process.exitCode()
        }
        try shop.change(air: others)
        consumer = try shop.start("beckon-consumer")
        gateway = try shop.start("beckon-gateway")
        try await eventually("both work again") {
            consumer.text.contains("mqtt: connected") && gateway.text.contains("visits=")
        }
        #expect(try await places(with: traces, at: shop) == [])
        #expect(consumer.isRunning && gateway.isRunning)
    }
}
