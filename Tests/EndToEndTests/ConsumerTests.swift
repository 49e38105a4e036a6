import Foundation
import JSON
import Testing

/// The real consumer behind the real gateway, with the demo shop's directory.
@Suite struct ConsumerTests {
    /// The demo's configuration, at this workspace's broker.
    private func configuration(_ workspace: Workspace) throws -> String {
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        return try workspace.write(
            "config.yaml", "include: \(demo)\nbroker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}\n")
    }

    private func startConsumer(_ workspace: Workspace) async throws -> ChildProcess {
        let consumer = try workspace.start(
            "beckon-consumer",
            ["--config", try configuration(workspace), "--state", workspace.file("consumer-state").path])
        try await eventually("the consumer connects") { consumer.text.contains("mqtt: connected") }
        return consumer
    }

    private func startGateway(_ workspace: Workspace, source: String) throws -> ChildProcess {
        try workspace.start(
            "beckon-gateway",
            [
                "--config", try configuration(workspace), "--source", source, "--gateway-id", "demo-gateway", "--state",
                workspace.file("gateway-state").path,
            ])
    }

    private func publish(_ workspace: Workspace, topic: String, _ payload: String) async throws {
        let publisher = try ChildProcess(
            "mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(workspace.port)", "-q", "1", "-t", topic, "-m", payload],
            output: workspace.file("publisher.log"))
        #expect(try await publisher.exitCode() == 0)
    }

    @Test func aShopperComesStaysIsToldOfOneStoutAndLeavesAndAKilledConsumerDoesNotRepeatItself() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon/v1/#", "beckon-user/#")
        let consumer = try await startConsumer(workspace)
        let gateway = try startGateway(workspace, source: "simulated")

        let notification = try await subscriber.first(on: "beckon-user/v1/q4x9-stout/notify", within: .seconds(60))
        let data = try #require(notification.json["data"])
        #expect(notification.json["type"]?.string == "beckon.notification")
        #expect(data["title"]?.string?.contains("Stout") == true)
        #expect(!notification.isRetained)

        consumer.send(SIGKILL)
        _ = try await consumer.exitCode()
        let second = try await startConsumer(workspace)
        try await subscriber.first(on: "/event/exit/shop/", within: .seconds(80)) { $0.topic.hasSuffix(":1:2") }
        #expect(subscriber.messages(on: "q4x9-stout/notify").count == 1)

        let order = subscriber.messages.map(\.topic).filter { $0.contains("1:2") && $0.contains("/event/") }
        #expect(order.first?.contains("/event/enter/shop/") == true)
        #expect(subscriber.messages.contains { $0.topic.contains("/event/dwell/shelf/") })
        #expect(subscriber.messages.contains { $0.topic.contains("/presence/shelf/") })
        for process in [gateway, second] {
            process.send(SIGINT)
            #expect(try await process.exitCode(within: .seconds(3)) == 0)
        }
    }

    @Test func aRecordedWalkGivesItsVisitorExactlyOneNotification() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon/v1/+/+/event/#", "beckon-user/#")
        let consumer = try await startConsumer(workspace)
        let capture = Workspace.checkout.appendingPathComponent(
            "Tests/CapturesTests/Captures/walk-receiver-01.btsnoop")
        let gateway = try startGateway(workspace, source: "replay:\(capture.path)")
        // The walk takes two and a half minutes, and the last exit half a minute more.
        try await subscriber.first(on: "/event/exit/shop/", within: .seconds(240))
        #expect(subscriber.messages(on: "beckon-user/").map(\.topic) == ["beckon-user/v1/q4x9-stout/notify"])
        #expect(gateway.isRunning)
        #expect(consumer.isRunning)
    }

    @Test func hostilePayloadsAreCountedDroppedAndSaidOnceAndTheNextShopperIsStillServed() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon-user/#")
        let consumer = try await startConsumer(workspace)
        let box = "beckon/v1/demo-shop/demo-gateway"
        let beacon = "shelf/ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2"
        let hostile = [
            "", "{", "null", "[]", "\u{0}", String(repeating: "[", count: 5000), #"{"specversion":"1.0"}"#,
            #"{"specversion":1e999}"#, String(repeating: "x", count: 70_000),
        ]
        for topic in ["\(box)/event/enter/\(beacon)", "\(box)/presence/\(beacon)", "beckon/v1/a/b/status"] {
            for payload in hostile { try await publish(workspace, topic: topic, payload) }
        }
        #expect(consumer.isRunning)
        #expect(consumer.text.components(separatedBy: "dropped").count <= 4)
        let gateway = try startGateway(workspace, source: "simulated")
        try await subscriber.first(on: "beckon-user/v1/q4x9-stout/notify", within: .seconds(60))
        #expect(gateway.isRunning)
    }

    @Test func aTimeZoneThatNobodyKnowsIsSaidAtTheStart() async throws {
        let workspace = try await Workspace()
        let zone = "consumer: {sites: {demo-shop: {time_zone: Europe/Helsinky}}}"
        let file = try workspace.write("typo.yaml", "include: \(try configuration(workspace))\n\(zone)\n")
        let consumer = try workspace.start(
            "beckon-consumer", ["--config", file, "--state", workspace.file("consumer-state").path])
        try await eventually("it runs") { consumer.text.contains("starting") }
        #expect(consumer.text.contains("the time zone is not known here"))
        #expect(consumer.text.contains("site=demo-shop time_zone=Europe/Helsinky"))
    }

    @Test func aDirectoryWithFaultsIsRefusedWithAllOfThemAtTheirPlaces() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let folder = workspace.file("directory")
        try FileManager.default.copyItem(
            at: Workspace.checkout.appendingPathComponent("deploy/demo/directory"), to: folder)
        let selections = folder.appendingPathComponent("selections.csv")
        var text = try String(contentsOf: selections, encoding: .utf8)
        text = text.replacingOccurrences(of: "7.20", with: "-7.20")
        try text.write(to: selections, atomically: true, encoding: .utf8)
        let path = try workspace.write(
            "faulty.yaml", "include: \(try configuration(workspace))\nconsumer: {import_folder: \(folder.path)}\n")
        let consumer = try workspace.start(
            "beckon-consumer", ["--config", path, "--state", workspace.file("state").path])
        #expect(try await consumer.exitCode() == 78)
        #expect(consumer.text.contains("selections.csv:"))
    }
}
