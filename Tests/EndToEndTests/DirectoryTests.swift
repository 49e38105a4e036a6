import Foundation
import JSON
import Testing

/// The consumer's directory while it runs: files that are dropped in, imports and erasures by the operator's command.
@Suite struct DirectoryTests {
    private static let demo = Workspace.checkout.appendingPathComponent("deploy/demo")
    private static let box = "beckon/v1/demo-shop/demo-gateway"
    private static let user = "q4x9-stout"

    private let workspace: Workspace
    private let configuration: String

    init() async throws {
        workspace = try await Workspace()
        try FileManager.default.createDirectory(at: workspace.file("inbox"), withIntermediateDirectories: true)
        configuration = try workspace.write(
            "config.yaml",
            """
            include: \(Self.demo.path)/config.yaml
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            consumer: {import_folder: inbox}
            """)
    }

    private var arguments: [String] { ["--config", configuration, "--state", workspace.file("state").path] }

    private func startConsumer() async throws -> ChildProcess {
        let consumer = try workspace.start("beckon-consumer", arguments)
        try await eventually("the consumer connects") { consumer.text.contains("mqtt: connected") }
        return consumer
    }

    /// The command's output and exit code.
    private func beckon(_ words: String...) async throws -> (text: String, code: Int32) {
        let process = try workspace.start("beckon", words + arguments)
        let code = try await process.exitCode(within: .seconds(30))
        return (process.text, code)
    }

    private func drop(_ name: String, _ change: (String) -> String = { $0 }) throws {
        let text = try String(contentsOf: Self.demo.appendingPathComponent("directory/\(name)"), encoding: .utf8)
        try change(text).write(to: workspace.file("inbox/\(name)"), atomically: true, encoding: .utf8)
    }

    private func publish(topic: String, _ payload: String) async throws {
        let publisher = try ChildProcess(
            "mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(workspace.port)", "-q", "1", "-t", topic, "-m", payload],
            output: workspace.file("publisher.log"))
        #expect(try await publisher.exitCode() == 0)
    }

    /// Files of the consumer's store that hold `text`.
    private func files(with text: String) throws -> [String] {
        let state = workspace.file("state")
        return try FileManager.default.contentsOfDirectory(atPath: state.path).filter { name in
            let bytes = (try? Data(contentsOf: state.appendingPathComponent(name))) ?? Data()
            return bytes.range(of: Data(text.utf8)) != nil
        }
    }

    @Test func aShopIsDroppedInWhileTheConsumerRunsAndItsNextVisitorIsTold() async throws {
        let subscriber = try await workspace.subscribe("beckon-user/#")
        let consumer = try await startConsumer()
        #expect(consumer.text.contains("no shopper is known"))

        // A shop with a slip of the pen, which somebody mends.
        for name in ["styles.csv", "breweries.csv", "items.csv", "ratings.csv", "promotions.csv", "visitors.json"] {
            try drop(name)
        }
        try drop("selections.csv") { $0.replacingOccurrences(of: "7.20", with: "-7.20") }
        let errors = workspace.file("inbox/selections.csv.errors.txt")
        try await eventually("the fault is told") { FileManager.default.fileExists(atPath: errors.path) }
        let told = try String(contentsOf: errors, encoding: .utf8)
        #expect(told.contains("inbox/selections.csv:2:10: price '-7.20' must be"))
        #expect(!consumer.text.contains("directory: imported"))

        try drop("selections.csv")
        try await eventually("it is imported") { consumer.text.contains("directory: in use version=1 visitors=8") }
        #expect(!FileManager.default.fileExists(atPath: errors.path))

        let gateway = try workspace.start(
            "beckon-gateway",
            [
                "--config", configuration, "--source", "simulated", "--gateway-id", "demo-gateway", "--state",
                workspace.file("gateway-state").path,
            ])
        try await subscriber.first(on: "beckon-user/v1/\(Self.user)/notify", within: .seconds(60))
        #expect(gateway.isRunning && consumer.isRunning)

        // The gateway is asked to forget them, and says that it has.
        let erased = try await beckon("erase", Self.user)
        let receipt = try JSONValue(parsing: Array(erased.text.utf8))
        #expect(receipt["forgotten_by"] == .array([.string("demo-shop/demo-gateway")]), "\(erased.text)")
        #expect(receipt["rows"]?["sends"] == .integer(1))
    }

    @Test func anErasedVisitorIsGoneFromEveryFileAndTheGatewaysAreAskedUntilTheyHaveForgotten() async throws {
        let subscriber = try await workspace.subscribe("\(Self.box)/request")
        let imported = try await beckon("import", Self.demo.appendingPathComponent("directory").path)
        #expect(imported.code == 0, "\(imported.text)")
        #expect(imported.text.contains("8 visitors, 2410 items"))
        let consumer = try await startConsumer()
        #expect(consumer.text.contains("visitors=8"))

        let exported = try await beckon("export", Self.user)
        let person = try JSONValue(parsing: Array(exported.text.utf8))
        #expect(person["visitor"]?["likes"]?.array?.first == .string("style:imperial_stout"))
        #expect(person["decisions"] == .array([]))
        #expect(try await beckon("export", "nobody").code == 1)

        let erase = try workspace.start("beckon", ["erase", Self.user, "--wait", "30"] + arguments)
        let request = try await subscriber.first(on: "/request")
        #expect(request.json["op"] == .string("forget"))
        #expect(request.json["args"]?["subject"]?.string?.hasSuffix(":1:2") == true)
        let id = try #require(request.json["id"]?.string)
        let client = try #require(id.split(separator: ":").first)
        #expect(erase.isRunning, "it waits for the gateway")
        try await publish(topic: "\(Self.box)/response/\(client)", #"{"id":"\#(id)","ok":true,"result":{}}"#)
        #expect(try await erase.exitCode(within: .seconds(30)) == 0)
        let receipt = try JSONValue(parsing: Array(erase.text.utf8))
        #expect(receipt["forgotten_by"] == .array([.string("demo-shop/demo-gateway")]))
        #expect(receipt["no_answer_from"] == .array([]))
        #expect(receipt["rows"]?["visitors"] == .integer(1))

        try await eventually("the consumer goes by it") { consumer.text.contains("visitors=7") }
        #expect(try files(with: Self.user) == [])
        try await eventually("no byte of their beacon is left") { try files(with: "f89:1:2") == [] }
        let audit = try String(contentsOf: workspace.file("state/audit.jsonl"), encoding: .utf8)
        #expect(audit.contains(#""action":"forget""#))

        // A later import of the same file leaves them out.
        let again = try await beckon("import", Self.demo.appendingPathComponent("directory/visitors.json").path)
        #expect(again.text.contains("left out: 1 visitors"))
        #expect(try files(with: Self.user) == [])
        // And what is exported whole is a directory again.
        let backup = workspace.file("backup").path
        #expect(try await beckon("export", "--all", backup).code == 0)
        let elsewhere = try workspace.start(
            "beckon", ["import", backup, "--config", configuration, "--state", workspace.file("elsewhere").path])
        #expect(try await elsewhere.exitCode() == 0)
        #expect(elsewhere.text.contains("7 visitors, 2410 items"))
    }
}
