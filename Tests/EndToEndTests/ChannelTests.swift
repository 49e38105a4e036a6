import Foundation
import JSON
import Testing

/// The real consumer with real HTTP peers: an engine, and receivers of its notifications.
@Suite struct ChannelTests {
    private let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    /// - Parameter status: that it answers; 0: it never does.
    private func receiver(_ workspace: Workspace, _ name: String, status: Int) async throws -> (
        process: ChildProcess, port: UInt16
    ) {
        let port = try Workspace.freePort()
        let script = Workspace.checkout.appendingPathComponent("Tests/Peers/receiver.py").path
        let process = try ChildProcess(
            "python3", [script, "\(port)", "\(status)", workspace.file("\(name).jsonl").path, secret],
            output: workspace.file("\(name).log"))
        try await eventually("\(name) listens") { Workspace.isListening(port) }
        return (process, port)
    }

    private func requests(_ workspace: Workspace, _ name: String) -> [JSONValue] {
        ((try? String(contentsOf: workspace.file("\(name).jsonl"), encoding: .utf8)) ?? "").split(separator: "\n")
            .compactMap { try? JSONValue(parsing: Array($0.utf8)) }
    }

    /// The demo shop with `consumer` over its configuration, and its visitors reached by `channels`.
    private func start(
        _ workspace: Workspace, consumer: String, channels: [String] = ["mqtt"]
    ) async throws -> [ChildProcess] {
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo")
        let folder = workspace.file("directory")
        try FileManager.default.copyItem(at: demo.appendingPathComponent("directory"), to: folder)
        let visitors = folder.appendingPathComponent("visitors.json")
        let list = channels.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = try String(contentsOf: visitors, encoding: .utf8)
        try text.replacing(#/"id": "q4x9-stout",/#) { "\($0.output) \"channels\": [\(list)]," }
            .write(to: visitors, atomically: true, encoding: .utf8)
        let path = try workspace.write(
            "config.yaml",
            """
            include: \(demo.path)/config.yaml
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            consumer:
              import_folder: \(folder.path)
              http: {listen: off}
              \(consumer)
            """)
        chmod(path, 0o600)
        let process = try workspace.start(
            "beckon-consumer", ["--config", path, "--state", workspace.file("consumer-state").path])
        try await eventually("the consumer connects; it says \(process.text)") {
            process.text.contains("mqtt: connected")
        }
        let gateway = try workspace.start(
            "beckon-gateway",
            [
                "--config", path, "--source", "simulated", "--gateway-id", "demo-gateway", "--state",
                workspace.file("gateway-state").path,
            ])
        return [process, gateway]
    }

    @Test func aWebhookThatFailsAtFirstIsPassedOverForOneThatVerifiesWhatComes() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon-user/#")
        let gone = try await receiver(workspace, "gone", status: 410)
        let sound = try await receiver(workspace, "sound", status: 204)
        let processes = try await start(
            workspace, consumer: "channels: {webhook: {secret: \(secret), allow_private: true}}",
            channels: [
                "webhook:http://127.0.0.1:\(gone.port)/", "webhook:http://127.0.0.1:\(sound.port)/hook", "mqtt",
            ])
        try await eventually("the second webhook is called", within: .seconds(60)) {
            !requests(workspace, "sound").isEmpty
        }
        try await Task.sleep(for: .seconds(3))
        let request = try #require(requests(workspace, "sound").first)
        #expect(requests(workspace, "sound").count == 1 && requests(workspace, "gone").count == 1)
        #expect(request["verified"] == .bool(true), "\(request)")
        #expect(request["path"] == .string("/hook"))
        let body = try JSONValue(parsing: Array((request["body"]?.string ?? "").utf8))
        #expect(body["type"] == .string("beckon.notification"))
        #expect(body["data"]?["title"]?.string?.contains("Stout") == true)
        #expect(subscriber.messages(on: "/notify").isEmpty, "one channel, and no other")
        #expect(processes[0].text.contains("a channel's address is gone"))
    }

    @Test func aPrivateAddressIsNotCalledUnlessItIsAllowed() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon-user/#")
        let inside = try await receiver(workspace, "inside", status: 200)
        let processes = try await start(
            workspace, consumer: "channels: {webhook: {secret: \(secret)}}",
            channels: ["webhook:http://127.0.0.1:\(inside.port)/", "mqtt"])
        try await subscriber.first(on: "q4x9-stout/notify", within: .seconds(60))
        #expect(requests(workspace, "inside").isEmpty)
        for process in processes { #expect(process.isRunning) }
    }

    @Test func aHangingEngineCostsLessThanASecondAndTheEmbeddedRecommenderDecides() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon-user/#")
        let engine = try await receiver(workspace, "engine", status: 0)
        let processes = try await start(
            workspace, consumer: "recommender: {kind: http, url: 'http://127.0.0.1:\(engine.port)'}")
        try await eventually("the engine is asked") { !requests(workspace, "engine").isEmpty }
        let asked = try workspace.file("engine.jsonl").lastChange()
        try await subscriber.first(on: "q4x9-stout/notify", within: .seconds(5))
        // By the time of both files: how soon a busy machine lets us look does not matter.
        let took = try subscriber.process.output.lastChange().timeIntervalSince(asked)
        #expect(took < 1, "decided \(took) s after the engine was asked")
        #expect(took > 0.5, "it waited for the engine")
        for process in processes { #expect(process.isRunning) }
    }

    @Test func theExampleEngineIsAskedWithCandidatesAndItsChoiceIsTold() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon-user/#")
        let port = try Workspace.freePort()
        let script = Workspace.checkout.appendingPathComponent("deploy/examples/recommender.py").path
        let engine = try ChildProcess("python3", [script, "\(port)"], output: workspace.file("engine.log"))
        try await eventually("the engine listens") { Workspace.isListening(port) }
        let processes = try await start(
            workspace, consumer: "recommender: {kind: http, url: 'http://127.0.0.1:\(port)'}")
        try await subscriber.first(on: "q4x9-stout/notify", within: .seconds(60))
        try await eventually("feedback is told; the engine says \(engine.text)", within: .seconds(25)) {
            engine.text.contains("POST /v1/feedback HTTP/1.1\" 202")
        }
        #expect(engine.text.contains("POST /v1/recommendations HTTP/1.1\" 409"))
        #expect(engine.text.contains("POST /v1/recommendations HTTP/1.1\" 200"))
        for process in processes { #expect(process.isRunning) }
    }
}

extension URL {
    fileprivate func lastChange() throws -> Date {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    }
}
