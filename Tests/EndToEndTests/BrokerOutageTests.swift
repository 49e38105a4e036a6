import Foundation
import JSON
import Testing

/// The broker is away for longer than an event stays fresh; the times are a three-minute outage's, shortened.
@Suite struct BrokerOutageTests {
    @Test func aShopperWhoIsStillThereWhenAnOutageEndsGetsTheirsAndOneWhoLeftDoesNot() async throws {
        let workspace = try await Workspace()
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        let configuration = try workspace.write(
            "config.yaml",
            """
            include: \(demo)
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            regions: [{name: shop, exit: {after: 3s}}, {name: shelf, exit: {after: 3s}}]
            consumer: {rules: {stale: 6s, dwell: 4s}}
            """)
        // Seconds from the gateway's start: when the outage has begun by, and when one of the two leaves.
        let (arrival, leaving) = (35, 43)
        // Who is never here; then for five minutes the one who stays, and for 8 s the one who leaves.
        let stays = (0..<600).map { (minor: 2, at: arrival * 1_000_000 + $0 * 500_000) }
        let leaves = (0..<16).map { (minor: 3, at: arrival * 1_000_000 + 100_000 + $0 * 500_000) }
        let sightings = [(minor: 0, at: 0)] + (stays + leaves).sorted { $0.at < $1.at }
        let lines = sightings.map { minor, at in
            let uuid = minor == 0 ? String(repeating: "00", count: 16) : "41c08dfdb7194ccb9d3b5aa7c3860f89"
            return """
                {"t":\(1_700_000_000_000_000 + at),"adapter":"hci0","address":"c0:00:00:00:00:0\(minor)",\
                "address_type":"random","type":"non_connectable","rssi":-50,"phy":"1M",\
                "data":"0201061aff4c000215\(uuid)0001000\(minor)c5"}
                """
        }
        let capture = try workspace.write("shoppers.jsonl", lines.joined(separator: "\n") + "\n")
        let consumer = try workspace.start(
            "beckon-consumer", ["--config", configuration, "--state", workspace.file("consumer").path])
        let gateway = try workspace.start(
            "beckon-gateway",
            [
                "--config", configuration, "--source", "replay:\(capture)", "--gateway-id", "demo-gateway", "--state",
                workspace.file("gateway").path,
            ])
        let start = ContinuousClock.now
        for process in [consumer, gateway] {
            try await eventually("it connects", within: .seconds(30)) { process.text.contains("mqtt: connected") }
        }
        workspace.stopBroker()
        try #require(ContinuousClock.now < start + .seconds(arrival), "nobody has come yet")
        try await Task.sleep(until: start + .seconds(leaving + 10))
        for process in [consumer, gateway] { process.send(SIGSTOP) }
        try await workspace.startBroker()
        let subscriber = try await workspace.subscribe("beckon-user/#", "beckon/v1/+/+/event/#")
        // Its live word of who is there comes when somebody listens; else it would come a minute later again.
        consumer.send(SIGCONT)
        try await eventually("the consumer is back; it says \(consumer.text)", within: .seconds(70)) {
            consumer.text.components(separatedBy: "mqtt: connected").count == 3
        }
        gateway.send(SIGCONT)

        // A minute is the longest wait for the next attempt, and its back-log begins within ten seconds.
        try await subscriber.first(on: "beckon-user/v1/q4x9-stout/notify", within: .seconds(90))
        try await subscriber.first(on: "/event/exit/shelf/") { $0.topic.hasSuffix(":1:3") }
        let enters = subscriber.messages(on: "/event/enter/").compactMap { $0.json["data"]?["replayed"]?.bool }
        #expect(enters == [true, true, true, true])
        #expect(subscriber.messages(on: "beckon-user/").count == 1)
    }
}
