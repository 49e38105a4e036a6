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

    /// Twelve receivers heard it, each here with a gateway of its own: zones of one shop.
    @Test func aRecordedWalkPastTwelveGatewaysGivesItsVisitorExactlyOneNotification() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon/v1/#", "beckon-user/#")
        let names = (1...12).map { "receiver-\($0 < 10 ? "0" : "")\($0)" }
        let zones = names.map { "\($0): {gateways: [\($0)], selection: demo}" }.joined(separator: ", ")
        let path = try workspace.write(
            "hall.yaml",
            """
            include: \(try configuration(workspace))
            consumer: {http: {listen: off}, rules: {dwell: 5s}, sites: {demo-shop: {zones: {\(zones)}}}}
            gateway: {http: {listen: off}}

            """)
        let consumer = try workspace.start(
            "beckon-consumer", ["--config", path, "--state", workspace.file("consumer-state").path])
        try await eventually("the consumer connects") { consumer.text.contains("mqtt: connected") }
        let captures = names.map {
            Workspace.checkout.appendingPathComponent("Tests/CapturesTests/Captures/walk-\($0).btsnoop")
        }
        let firsts = try captures.map { try firstPacket(of: $0) }
        let (first, start) = (firsts.min() ?? 0, Date.now.addingTimeInterval(15))
        let stamp = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let gateways = try zip(names, zip(captures, firsts)).map { name, capture in
            let own = start.addingTimeInterval(Double(capture.1 - first) / 1e6)
            return try workspace.start(
                "beckon-gateway",
                [
                    "--config", path, "--source", "replay:\(capture.0.path)", "--gateway-id", name, "--state",
                    workspace.file("state-\(name)").path, "--start-at", own.formatted(stamp),
                ])
        }
        // The walk takes two and a half minutes, and the last exit half a minute more.
        func words(_ kind: String) -> [String] { subscriber.messages(on: "/event/\(kind)/shop/").map(\.topic) }
        try await eventually("all have lost them", within: .seconds(300)) {
            guard Date.now > start.addingTimeInterval(150) else { return false }
            let exits = words("exit")
            return exits.count == words("enter").count && Set(exits).count == names.count
        }
        #expect(subscriber.messages(on: "beckon-user/").map(\.topic) == ["beckon-user/v1/q4x9-stout/notify"])
        #expect(subscriber.messages(on: "_site/visit/enter/").count == 1)
        #expect(Set(subscriber.messages(on: "_site/visit/move/").map(\.topic)).count > 4)
        for process in gateways + [consumer] { #expect(process.isRunning) }
    }

    /// Microseconds: the stamp of a btsnoop file's first record.
    private func firstPacket(of capture: URL) throws -> Int64 {
        let bytes = Array(try Data(contentsOf: capture).prefix(40).suffix(8))
        return bytes.reduce(0) { $0 << 8 | Int64($1) }
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
