import Foundation
import JSON
import TestSupport
import Testing

/// The whole gateway before a broker that misbehaves for a while, and then before a real one on the same port.
///
/// Every case: it comes back by itself, each event arrives once, it rests meanwhile, and says what is wrong, once.
@Suite struct MisbehavingBrokerTests {
    /// What a broker does that accepts nobody, or nothing.
    struct Misbehaviour: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// How long it goes on.
        var seconds = 8
        /// What the log says of it.
        let words: String
        let script: @Sendable (Wire, Int) -> Void
    }

    private static func refusal(_ code: UInt8, _ words: String) -> Misbehaviour {
        Misbehaviour(testDescription: "refuses with 0x\(String(code, radix: 16))", words: words) { wire, _ in
            if let level = wire.connect() { wire.send(level == 5 ? [0x20, 3, 0, code, 0] : [0x20, 2, 0, 1]) }
        }
    }

    static let misbehaviours = [
        refusal(0x84, "Unsupported Protocol Version"), refusal(0x87, "Not authorized"), refusal(0x89, "Server busy"),
        Misbehaviour(testDescription: "disconnects with 0x8B", seconds: 15, words: "Server shutting down") { wire, _ in
            wire.accept()
            if wire.serveUntilMessage() { wire.send([0xE0, 2, 0x8B, 0]) }
            // Who closes with something unread takes back what was said.
            while wire.packet(within: .seconds(1)) != nil {}
        },
        Misbehaviour(
            testDescription: "accepts and closes", words: "the broker closed the connection before it answered"
        ) { _, _ in },
        Misbehaviour(testDescription: "hangs", seconds: 15, words: "the broker does not answer") { wire, _ in
            while wire.packet() != nil {}
        },
        Misbehaviour(
            testDescription: "acknowledges nothing", seconds: 45,
            words: "the broker takes messages and acknowledges none"
        ) { wire, _ in
            wire.accept()
            while wire.serveUntilMessage() {}
        },
        Misbehaviour(
            testDescription: "is behind a cut line", seconds: 30, words: "no connection: Connection timed out"
        ) { wire, _ in
            wire.accept()
            if wire.serveUntilMessage() { wire.cutLine() }
            // What had come before the cut, and then nothing.
            while wire.packet(within: .seconds(30)) != nil {}
        },
    ]

    @Test("A broker that …", arguments: misbehaviours)
    func scripted(_ misbehaviour: Misbehaviour) async throws {
        let shop = try await Shop(visitors: misbehaviour.seconds)
        let fake = FakeBroker(port: shop.port, script: misbehaviour.script)
        defer { fake.stop() }
        try await shop.endures(misbehaviour.words, for: misbehaviour.seconds)
        try await shop.recovers(after: fake.stop)
        #expect(fake.connections > 0)
    }

    @Test func plaintextOnATLSPort() async throws {
        let shop = try await Shop(visitors: 8, tls: true)
        try await shop.workspace.startBroker()
        try await shop.endures("is this its TLS port?", for: 8)
        try await shop.recovers { shop.workspace.stopBroker() }
    }

    @Test func anExpiredCertificate() async throws {
        let shop = try await Shop(visitors: 8, tls: true)
        try await shop.workspace.startBroker(shop.tls("expired"))
        try await shop.endures("certificate has expired", for: 8)
        try await shop.recovers { shop.workspace.stopBroker() }
    }

    @Test func aWrongLineInTheAccessListForAMinute() async throws {
        let shop = try await Shop(visitors: 60)
        let list = try shop.workspace.write("acl", "topic read #\ntopic write beckon/v1/other-shop/#\n")
        try await shop.workspace.startBroker("acl_file \(list)\nuser root")
        let subscriber = try await shop.workspace.subscribe("beckon/v1/#")
        try await shop.endures("the broker refuses a message; see its access list", for: 60)
        #expect(subscriber.messages.isEmpty)
        _ = try shop.workspace.write("acl", "topic read #\ntopic write beckon/v1/demo-shop/#\n")
        shop.workspace.reloadBroker()
        try await shop.receives(subscriber)
    }
}

/// A gateway that hears a visitor each second, and the port of a broker that is not there yet.
private final class Shop {
    let workspace: Workspace
    private let gateway: ChildProcess
    private let visitors: Int
    private let usesTLS: Bool
    private var words = ""

    var port: UInt16 { workspace.port }

    /// - Parameter tls: also makes certificates for the broker.
    init(visitors: Int, tls: Bool = false) async throws {
        let workspace = try await Workspace(startsBroker: false)
        if tls {
            // The broker's certificate, and the same one expired.
            let folder = workspace.file("tls").path
            let script = """
                set -e; cd \(folder)
                openssl req -new -key broker.key -subj /CN=127.0.0.1 -out expired.csr
                openssl x509 -req -in expired.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days -1 -out expired.pem \
                -extfile <(echo subjectAltName=IP:127.0.0.1)
                """
            for command in ["\(Workspace.checkout.path)/deploy/certificates --dir \(folder) broker 127.0.0.1", script] {
                let made = try ChildProcess("bash", ["-c", command], output: workspace.file("made.log"))
                #expect(try await made.exitCode() == 0, "\(made.text)")
            }
        }
        let configuration = try workspace.write(
            "config.yaml",
            """
            site: demo-shop
            broker:
              urls: ["\(tls ? "mqtts" : "mqtt")://127.0.0.1:\(workspace.port)"]
              tls: {\(tls ? "ca: \(workspace.file("tls/ca.pem").path)" : "")}
            ranging: off
            outbox: {confirm: broker}
            regions:
              - {name: shop, role: store, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}, exit: {after: 2s}}
            """)
        let lines = (0..<visitors).flatMap { visitor in
            [0, 300_000].map { time in
                let minor = String(format: "%04x", visitor + 1)
                return """
                    {"t":\(1_700_000_000_000_000 + visitor * 1_000_000 + time),"adapter":"hci0",\
                    "address":"c0:00:00:00:\(minor.prefix(2)):\(minor.suffix(2))","address_type":"random",\
                    "type":"non_connectable","rssi":-50,"phy":"1M",\
                    "data":"0201061aff4c00021541c08dfdb7194ccb9d3b5aa7c3860f890001\(minor)c5"}
                    """
            }
        }
        let capture = try workspace.write("visitors.jsonl", lines.joined(separator: "\n") + "\n")
        gateway = try workspace.start(
            "beckon-gateway",
            [
                "--config", configuration, "--source", "replay:\(capture)", "--gateway-id", "box", "--state",
                workspace.file("state").path,
            ])
        self.workspace = workspace
        self.visitors = visitors
        usesTLS = tls
    }

    /// Lines of the broker's configuration.
    func tls(_ certificate: String) -> String {
        let folder = workspace.file("tls").path
        return "certfile \(folder)/\(certificate).pem\nkeyfile \(folder)/broker.key\nuser root"
    }

    /// Lets the broker misbehave for so long: the gateway says `words` of it, and uses next to no time.
    func endures(_ words: String, for seconds: Int) async throws {
        self.words = words
        let end = ContinuousClock.now + .seconds(seconds)
        // It has started.
        try await Task.sleep(for: .seconds(2))
        let (began, used) = (ContinuousClock.now, try processorTime())
        try await eventually("it says: \(words); it said:\n\(gateway.text)", within: .seconds(seconds + 20)) {
            gateway.text.contains(words)
        }
        try await Task.sleep(until: end)
        let share = (try processorTime() - used) / ((ContinuousClock.now - began) / .seconds(1))
        #expect(share < 0.02, "of a core")
    }

    /// Ends the misbehaviour, starts the real broker with a subscriber, and waits for all events.
    func recovers(after end: () -> Void) async throws {
        // It must not publish before someone listens.
        gateway.send(SIGSTOP)
        end()
        try await workspace.startBroker(usesTLS ? tls("broker") : "")
        let identity = usesTLS ? ["--cafile", workspace.file("tls/ca.pem").path] : []
        let subscriber = try await workspace.subscribe(
            as: ["-h", "127.0.0.1", "-p", "\(port)", "-V", "5"] + identity, "beckon/v1/+/+/event/#")
        gateway.send(SIGCONT)
        try await receives(subscriber)
    }

    /// Each event once, and what was wrong said once.
    func receives(_ subscriber: Subscriber) async throws {
        let all = (1...visitors * 2).map(Int64.init)
        func numbers() -> [Int64] { subscriber.messages(on: "/event/").compactMap { $0.json["data"]?["seq"]?.int } }
        try await eventually("\(all.count) events; the log:\n\(gateway.text)", within: .seconds(120)) {
            Set(numbers()).count == all.count
        }
        try await Task.sleep(for: .seconds(4))
        #expect(numbers() == all)
        #expect(gateway.isRunning)
        let lines = gateway.text.split(separator: "\n")
        // What lasts is said again after a minute, and a line that is cut again is another one.
        let isCut = words.contains("timed out")
        let cuts = lines.count { $0.contains("mqtt: connected") } - 1
        let times = words.contains("refuses a message") ? 1...2 : 1...(isCut ? max(cuts, 1) : 1)
        #expect(times.contains(lines.count { $0.contains(words) }), "\(gateway.text)")
        // Who refused a version gets what it asked for.
        let version = words.contains("Version") ? "version=" : "version=5"
        #expect(lines.last { $0.contains("mqtt: connected") }?.contains(version) == true)
    }

    /// Seconds of a processor that the gateway has used.
    private func processorTime() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(gateway.pid)/stat", encoding: .utf8)
        // After the name, which may hold blanks: state is the third field, utime and stime the 14th and 15th.
        let fields = text[text.index(after: text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        return fields[11...12].compactMap { Double($0) }.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
