import Beacons
import Foundation
import JSON
import SQLite
import Testing

/// A shop full of lovers of stout, with a consumer that dies by SIGKILL at a step of its own, a receiver of webhooks and
/// pushes, and somebody who listens at the broker.
final class DyingShop {
    enum Way: CaseIterable {
        case mqtt, webhook, ntfy
    }

    private let shop: LiveShop
    private let ways: [Way]
    private let listener: Subscriber
    private let receiver: ChildProcess
    private let requests: URL
    private let armed: URL
    private let killer: String
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    /// - Parameters:
    ///   - ways: how the visitors are reached, by turns.
    ///   - answer: the status that webhooks and pushes get.
    init(visitors: Int, ways: [Way], answer: Int = 200) async throws {
        self.ways = ways
        let port = try Workspace.freePort()
        shop = try await LiveShop(rules: "dwell: 100ms, rate: 10000/h") { workspace in
            try Self.write(visitors, ways, in: workspace, receiver: port)
            return """
                import_folder: \(workspace.file("directory").path)
                  channels: {webhook: {secret: \(Self.secret), allow_private: true}, ntfy: {url: 'http://127.0.0.1:\(port)'}}
                """
        }
        let workspace = shop.workspace
        (requests, armed) = (workspace.file("requests.jsonl"), workspace.file("armed"))
        receiver = try ChildProcess(
            "python3",
            [
                Workspace.checkout.appendingPathComponent("Tests/Peers/receiver.py").path, "\(port)", "\(answer)",
                requests.path, Self.secret,
            ], output: workspace.file("receiver.log"))
        try await eventually("the receiver listens") { Workspace.isListening(port) }
        listener = try await workspace.subscribe("beckon-user/#")
        killer = workspace.file("kill-at.so").path
        let source = Workspace.checkout.appendingPathComponent("Tests/Chaos/kill-at.c").path
        let compiler = try ChildProcess(
            "cc", ["-shared", "-fPIC", "-O1", "-o", killer, source, "-ldl"], output: workspace.file("cc.log"))
        #expect(try await compiler.exitCode() == 0, "\(compiler.text)")
    }

    /// Little, so that a life begins fast: two beers, and `count` visitors.
    private static func write(_ count: Int, _ ways: [Way], in workspace: Workspace, receiver port: UInt16) throws {
        let granted = #"{"state": "granted", "version": "1", "at": "2026-01-15T10:00:00Z", "source": "test"}"#
        let visitors = (0..<count).map { number in
            """
            {"id": "\(name(number))", "beacons": ["\(beacon(number))"], "locale": "en", "likes": ["family:stout", "style:stout"],
             "consents": {"presence": \(granted), "profiling": \(granted), "marketing": \(granted)},
             "age_check": {"at_least": 18, "country": "FI", "method": "id_card", "at": "2026-01-15T10:00:00Z"},
             "channels": ["\(channel(ways[number % ways.count], name(number), port))"]}
            """
        }
        try FileManager.default.createDirectory(at: workspace.file("directory"), withIntermediateDirectories: true)
        for (file, text) in [
            "visitors.json": "{\"visitors\": [\(visitors.joined(separator: ","))]}",
            "styles.csv": "name,style,label,family,tags,is_lager\nStout,stout,stout,stout,roasty,no\n",
            "items.csv": "id,name,style\n1,Midnight,Stout\n2,Noon,Stout\n",
            "selections.csv": "selection,item,price,currency,stock\ndemo,1,5.00,EUR,9\ndemo,2,5.00,EUR,9\n",
        ] { _ = try workspace.write("directory/\(file)", text) }
    }

    private static func channel(_ way: Way, _ visitor: String, _ port: UInt16) -> String {
        switch way {
        case .mqtt: "mqtt"
        case .webhook: "webhook:http://127.0.0.1:\(port)/\(visitor)"
        case .ntfy: "ntfy:\(visitor)"
        }
    }

    private static func name(_ visitor: Int) -> String { "u\(visitor)" }
    private static func beacon(_ visitor: Int) -> BeaconIdentity {
        LiveShop.beacon(major: 1, minor: UInt16(visitor + 1))
    }

    // MARK: - Lives

    /// Begins anew, with nothing but the files. - Parameter step: at which it dies, counted while `arm` holds.
    func begin(dyingAt step: Int = 0) async throws {
        try await shop.start(["LD_PRELOAD": killer, "KILL_WHILE": armed.path, "KILL_AT": "\(step)"])
    }

    func arm() throws { try Data().write(to: armed) }
    func disarm() { try? FileManager.default.removeItem(at: armed) }

    var isAlive: Bool { shop.consumer?.isRunning == true }

    func comes(_ visitor: Int) throws { try shop.enter(Self.beacon(visitor)) }
    func returns(_ visitor: Int) throws {
        try shop.leaves(Self.beacon(visitor))
        try comes(visitor)
    }
    func stays(_ visitor: Int) throws { try shop.stays(Self.beacon(visitor)) }

    // MARK: - What came of it

    /// How often each visitor was told something, as the consumer's file has it.
    private func confirmed() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        let store = try SQLiteConnection(path: shop.workspace.file("state/consumer.sqlite").path, isReadOnly: true)
        try store.each("SELECT user_id FROM sends WHERE state = 'sent'", []) { row throws(SQLiteError) in
            counts[row.text(0) ?? "", default: 0] += 1
        }
        return counts
    }

    /// For a fault: what was decided, and what the consumer said.
    var story: String {
        var reasons: [String: Int] = [:]
        let store = try? SQLiteConnection(path: shop.workspace.file("state/consumer.sqlite").path, isReadOnly: true)
        try? store?.each("SELECT coalesce(reason, 'sent') FROM decisions", []) { row throws(SQLiteError) in
            reasons[row.text(0) ?? "", default: 0] += 1
        }
        return "\(reasons); \(shop.consumer?.text ?? "")"
    }

    func isConfirmed(_ visitor: Int) throws -> Bool { try confirmed()[Self.name(visitor)] != nil }

    /// Nobody was told nothing, and nobody twice: under two ids, or by two requests where there is no id.
    func check(_ visitors: Range<Int>) throws {
        let confirmed = try confirmed()
        var (ids, pushes): ([String: Set<String>], [String: Int]) = ([:], [:])
        for message in listener.messages(on: "/notify") {
            let user = String(message.topic.split(separator: "/")[2])
            ids[user, default: []].insert(message.json["id"]?.string ?? "")
        }
        let lines = (try? String(contentsOf: requests, encoding: .utf8)) ?? ""
        for line in lines.split(separator: "\n") {
            let request = try JSONValue(parsing: Array(line.utf8))
            let body = try JSONValue(parsing: Array((request["body"]?.string ?? "").utf8))
            if let topic = body["topic"]?.string {
                pushes[topic, default: 0] += 1
            } else {
                ids[body["subject"]?.string ?? "", default: []].insert(body["id"]?.string ?? "")
            }
        }
        for visitor in visitors {
            let name = Self.name(visitor)
            #expect(confirmed[name] == 1, "\(name) has \(confirmed[name] ?? 0) sends")
            switch ways[visitor % ways.count] {
            case .mqtt, .webhook: #expect(ids[name]?.count == 1, "\(name) was told as \(ids[name] ?? [])")
            // What may have arrived is not repeated: too few beats too many.
            case .ntfy: #expect(pushes[name] ?? 0 <= 1, "\(name) was pushed to \(pushes[name] ?? 0) times")
            }
        }
        #expect(confirmed.count == visitors.count)
        #expect(Set(ids.keys).union(pushes.keys).isSubset(of: confirmed.keys))
    }
}
