import Foundation
import JSON
import Testing

/// What outlives a kill, a stop and a change of the configuration.
@Suite struct DeliveryTests {
    private static let uuid = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"

    @discardableResult
    private func configure(
        _ workspace: Workspace, region: String = "shop", more: String = "", exit: String = "5s"
    ) throws -> String {
        try workspace.write(
            "config.yaml",
            """
            site: demo-shop
            broker: {urls: ["mqtt://127.0.0.1:\(workspace.port)"]}
            ranging: off
            presence: {clear_after: 1s}
            regions:
              - {name: \(region), role: store, ibeacon: {uuid: \(Self.uuid)}, exit: {after: \(exit)}}
            \(more)
            """)
    }

    private func start(_ workspace: Workspace, source: String = "simulated") throws -> ChildProcess {
        try workspace.start(
            "beckon-gateway",
            [
                "--config", workspace.file("config.yaml").path, "--source", source, "--gateway-id", "box", "--state",
                workspace.file("state").path,
            ])
    }

    /// A source in which nobody is.
    private func silence(_ workspace: Workspace) throws -> String {
        let line = """
            {"t":1700000000000000,"adapter":"hci0","address":"c0:00:00:00:00:01","address_type":"random",\
            "type":"non_connectable","rssi":-50,"phy":"1M","data":"020106"}

            """
        return "replay:" + (try workspace.write("silence.jsonl", line))
    }

    private func events(_ subscriber: Subscriber) -> [String] {
        subscriber.messages(on: "/event/").map {
            "\($0.topic.split(separator: "/")[5]) \($0.json["data"]?["seq"]?.int ?? -1)"
        }
    }

    // MARK: Behaviour 6

    @Test func aBeaconThatIsStillThereAfterAKillHasNoEventAndKeepsItsVisit() async throws {
        let workspace = try await Workspace()
        try configure(workspace, exit: "20s")
        let subscriber = try await workspace.subscribe("beckon/#")
        let first = try start(workspace)
        let enter = try await subscriber.first(on: "/event/enter/")
        first.send(SIGKILL)
        _ = try await first.exitCode()
        let second = try start(workspace)
        // The shop begins anew: its first shopper is there again after three seconds.
        let visit = try #require(enter.json["data"]?["visit"]?.string)
        try await eventually("the visit goes on") {
            let last = subscriber.messages(on: "/presence/").last?.json
            return last?["visit"]?.string == visit
                && last?["last_seen"]?.string ?? "" > enter.json["time"]?.string ?? ""
                || second.text.contains("visits=1")
        }
        try await Task.sleep(for: .seconds(8))
        #expect(events(subscriber).filter { $0 != "enter 1" } == [])
        second.send(SIGTERM)
        #expect(try await second.exitCode(within: .seconds(2)) == 0)
    }

    @Test(arguments: [SIGKILL, SIGTERM]) func aBeaconThatLeftMeanwhileExitsOnce(signal: Int32) async throws {
        let workspace = try await Workspace()
        try configure(workspace)
        let subscriber = try await workspace.subscribe("beckon/v1/+/+/event/#")
        let first = try start(workspace)
        try await subscriber.first(on: "/event/enter/")
        // The commit that takes the confirmed event with it, and the last sighting, have time to come.
        try await Task.sleep(for: .seconds(1))
        first.send(signal)
        _ = try await first.exitCode()
        let second = try start(workspace, source: try silence(workspace))
        let exit = try await subscriber.first(on: "/event/exit/")
        #expect(exit.json["data"]?["reason"]?.string == "expired_while_down")
        #expect((exit.json["data"]?["last_seen_uncertainty_ms"] != nil) == (signal == SIGKILL))
        try await Task.sleep(for: .seconds(2))
        #expect(subscriber.messages(on: "/event/exit/").count == 1)
        #expect(second.isRunning)
    }

    @Test func aDamagedOutboxIsSetAsideAndTold() async throws {
        let workspace = try await Workspace()
        try configure(workspace)
        try FileManager.default.createDirectory(at: workspace.file("state"), withIntermediateDirectories: true)
        _ = try workspace.write("state/outbox.db", String(repeating: "no database ", count: 1000))
        let subscriber = try await workspace.subscribe("beckon/v1/+/+/lost")
        let gateway = try start(workspace)
        let lost = try await subscriber.first(on: "/lost")
        #expect(lost.json["data"]?["reason"]?.string == "store_corrupt")
        #expect(gateway.text.contains(".corrupt-"))
    }

    // MARK: Retained states

    @Test func whatTheBrokerHoldsOfUsAndIsNotSoIsCleared() async throws {
        let workspace = try await Workspace()
        try configure(workspace)
        let stale = "beckon/v1/demo-shop/box/presence/shop/ibeacon:\(Self.uuid):9:9"
        let other = "beckon/v1/demo-shop/other/presence/shop/ibeacon:\(Self.uuid):9:9"
        for topic in [stale, other] {
            let publish = try ChildProcess(
                "mosquitto_pub", ["-p", "\(workspace.port)", "-r", "-t", topic, "-m", "{}"],
                output: workspace.file("pub.log"))
            #expect(try await publish.exitCode() == 0)
        }
        let subscriber = try await workspace.subscribe("beckon/#")
        let gateway = try start(workspace)
        try await eventually("it is cleared") {
            subscriber.messages.contains { $0.topic == stale && $0.payload.isEmpty }
        }
        #expect(gateway.isRunning)
        #expect(!subscriber.messages.contains { $0.topic == other && $0.payload.isEmpty })
    }

    // MARK: Another configuration

    @Test func aNewConfigurationIsTakenUpWithoutBreakingAVisitAndAWrongOneIsNot() async throws {
        let workspace = try await Workspace()
        try configure(workspace, exit: "20s")
        let subscriber = try await workspace.subscribe("beckon/#")
        let gateway = try start(workspace)
        try await subscriber.first(on: "/event/enter/shop/")

        try configure(workspace, more: "rangin: 1s")
        gateway.send(SIGHUP)
        try await eventually("it says what is wrong") { gateway.text.contains("did you mean ranging") }

        let annex = "  - {name: annex, role: store, ibeacon: {uuid: \(Self.uuid), major: 7}}"
        try configure(workspace, more: annex, exit: "25s")
        gateway.send(SIGHUP)
        try await subscriber.first(on: "/region/annex")
        try await Task.sleep(for: .seconds(2))
        #expect(events(subscriber) == ["enter 1"])

        try configure(workspace, region: "store")
        gateway.send(SIGHUP)
        let exit = try await subscriber.first(on: "/event/exit/shop/")
        #expect(exit.json["data"]?["reason"]?.string == "region_removed")
        #expect(exit.json["data"]?["n"]?.int == 2)
        try await subscriber.first(on: "/event/enter/store/")
    }
}
