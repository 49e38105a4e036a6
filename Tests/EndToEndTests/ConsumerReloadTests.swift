import Foundation
import JSON
import Testing

/// The real consumer reads its configuration again (`SIGHUP`).
@Suite struct ConsumerReloadTests {
    /// The demo's, at this workspace's broker.
    private func write(_ workspace: Workspace, _ more: String) throws -> String {
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        return try workspace.write(
            "config.yaml",
            """
            include: \(demo)
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            gateway: {http: {listen: off}}
            \(more)
            """)
    }

    private func start(_ workspace: Workspace, _ path: String) async throws -> ChildProcess {
        let consumer = try workspace.start(
            "beckon-consumer", ["--config", path, "--state", workspace.file("consumer-state").path])
        try await eventually("the consumer connects") { consumer.text.contains("mqtt: connected") }
        return consumer
    }

    private func startGateway(_ workspace: Workspace, _ path: String, _ name: String) throws -> ChildProcess {
        try workspace.start(
            "beckon-gateway",
            [
                "--config", path, "--source", "simulated", "--gateway-id", name, "--state",
                workspace.file("\(name)-state").path,
            ])
    }

    @Test func rulesAndSentencesCountWithinSecondsForWhoIsThereAndAWrongFileChangesNothing() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe(
            "beckon/v1/+/+/event/#", "beckon-user/#", "beckon/v1/_consumer/#")
        let path = try write(workspace, "consumer: {rules: {dwell: 1h}, http: {listen: off}}")
        let consumer = try await start(workspace, path)
        let gateway = try startGateway(workspace, path, "demo-gateway")
        try await subscriber.first(on: "/event/dwell/shelf/") { $0.topic.hasSuffix(":1:2") }

        _ = try write(workspace, "consumer:\n  rules: {dwell: 5}\n  quiet: off")
        consumer.send(SIGHUP)
        try await eventually("it says what is wrong") { consumer.text.contains("nothing is changed") }
        try await eventually("every fault with its place") {
            consumer.text.contains("at=\(path):5:18") && consumer.text.contains("at=\(path):6:3")
        }
        #expect(consumer.isRunning && !consumer.text.contains("read again"))
        #expect(subscriber.messages(on: "beckon-user/").isEmpty)

        _ = try write(
            workspace,
            """
            consumer:
              rules: {dwell: 5s}
              templates: {en: {title: "Fancy {item}"}}
              http: {listen: 127.0.0.1:\(try Workspace.freePort())}
            """)
        consumer.send(SIGHUP)
        let notification = try await subscriber.first(on: "beckon-user/v1/q4x9-stout/notify")
        #expect(notification.json["data"]?["title"]?.string?.hasPrefix("Fancy ") == true)
        #expect(consumer.text.contains("configuration: read again"))
        #expect(consumer.text.contains("consumer.http has changed, which needs a restart; the rest is applied"))
        // It has not been away for that.
        #expect(subscriber.messages(on: "_consumer/").map { $0.json["state"]?.string } == ["online"])
        #expect(consumer.text.components(separatedBy: "mqtt: connected").count == 2)
        for process in [gateway, consumer] {
            process.send(SIGTERM)
            #expect(try await process.exitCode() == 0)
        }
    }

    @Test func aSiteThatIsAddedKnowsWhoIsThereAlready() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe(
            "beckon/v1/+/+/event/#", "beckon-user/#", "beckon/v1/_consumer/#")
        let path = try write(workspace, "consumer: {http: {listen: off}}")
        let consumer = try await start(workspace, path)
        let box = try workspace.write("annex.yaml", "include: \(path)\nsite: annex\n")
        let gateway = try startGateway(workspace, box, "annex-gateway")
        try await subscriber.first(on: "annex/annex-gateway/event/enter/shelf/") { $0.topic.hasSuffix(":1:2") }
        _ = try write(
            workspace,
            """
            consumer:
              http: {listen: off}
              rules: {dwell: 5s}
              sites:
                annex:
                  time_zone: Europe/Helsinki
                  jurisdiction: {notifications: promo, promotions: single_price}
                  zones: {beer-shelf: {gateways: [annex-gateway/shelf], selection: demo}}
            """)
        consumer.send(SIGHUP)
        let notification = try await subscriber.first(on: "beckon-user/v1/q4x9-stout/notify")
        #expect(notification.json["data"]?["site"]?.string == "annex")
        // For the broker to tell again who is there it took another connection, unseen by the world.
        #expect(consumer.text.components(separatedBy: "mqtt: connected").count == 3)
        #expect(!subscriber.messages(on: "_consumer/").contains { $0.json["state"]?.string != "online" })

        _ = try write(workspace, "consumer: {http: {listen: off}}")
        consumer.send(SIGHUP)
        try await eventually("it says what cannot change") {
            consumer.text.contains("consumer.sites.annex is gone, which needs a restart")
        }
        for process in [gateway, consumer] {
            process.send(SIGTERM)
            #expect(try await process.exitCode() == 0)
        }
    }
}
