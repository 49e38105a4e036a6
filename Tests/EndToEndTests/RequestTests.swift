import Foundation
import JSON
import Testing

/// What a running gateway is asked over a real broker, and what Home Assistant is told.
@Suite struct RequestTests {
    private static let uuid = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"
    private static let own = "beckon/v1/demo-shop/box"

    @discardableResult
    private func configure(_ workspace: Workspace, more: String = "", regions: String = "") throws -> String {
        try workspace.write(
            "config.yaml",
            """
            site: demo-shop
            broker: {urls: ["mqtt://127.0.0.1:\(workspace.port)"]}
            gateway: {id: box}
            ranging: off
            regions:
              - {name: shop, role: store, ibeacon: {uuid: \(Self.uuid)}, exit: {after: 60s}}
            \(regions)
            \(more)
            """)
    }

    /// A gateway that is connected.
    private func start(_ workspace: Workspace) async throws -> ChildProcess {
        let gateway = try workspace.start(
            "beckon-gateway",
            [
                "--config", workspace.file("config.yaml").path, "--source", "simulated", "--state",
                workspace.file("state").path,
            ])
        try await eventually("it connects") { gateway.text.contains("connected") }
        return gateway
    }

    /// Publishes a request and does not wait for an answer.
    private func post(_ workspace: Workspace, _ request: String, _ more: String...) async throws {
        let publisher = try ChildProcess(
            "mosquitto_pub",
            ["-h", "127.0.0.1", "-p", "\(workspace.port)", "-q", "1", "-t", "\(Self.own)/request", "-m", request]
                + more,
            output: workspace.file("pub.log"))
        #expect(try await publisher.exitCode() == 0)
    }

    /// Asks as MQTT 5 means it, by the broker's own tool.
    private func ask(_ workspace: Workspace, _ request: String) async throws -> JSONValue {
        let asker = try ChildProcess(
            "mosquitto_rr",
            [
                "-h", "127.0.0.1", "-p", "\(workspace.port)", "-V", "5", "-W", "10", "-q", "1", "-t",
                "\(Self.own)/request", "-e", "\(Self.own)/response/tool", "-m", request,
            ], output: workspace.file("rr-\(UUID().uuidString)"))
        #expect(try await asker.exitCode(within: .seconds(15)) == 0)
        return try JSONValue(parsing: Array(asker.text.trimmingCharacters(in: .newlines).utf8))
    }

    private func beckon(_ workspace: Workspace, _ arguments: String...) throws -> ChildProcess {
        try workspace.start("beckon", [arguments[0], "--config", workspace.file("config.yaml").path] + arguments[1...])
    }

    // MARK: Requests

    @Test func theStateTellsWhoIsThereOverMQTT5AndOver311() async throws {
        let workspace = try await Workspace()
        try configure(workspace)
        let events = try await workspace.subscribe("beckon/v1/+/+/event/#")
        let gateway = try await start(workspace)
        let enter = try await events.first(on: "/event/enter/shop/")
        let subject = try #require(enter.json["subject"]?.string)

        let state = try await ask(workspace, #"{"op":"state"}"#)
        #expect(state["ok"]?.bool == true)
        let result = try #require(state["result"])
        #expect(result["status"]?["state"]?.string == "online")
        #expect(result["regions"]?.array?.first?["region"]?.string == "shop")
        let visit = try #require(result["visits"]?.array?.first)
        #expect(visit["subject"]?.string == subject)
        #expect(visit["presence"]?["visit"] == enter.json["data"]?["visit"])

        let one = try await ask(workspace, #"{"op":"state","args":{"subject":"ibeacon:nobody","region":"shop"}}"#)
        #expect(one["result"]?["visits"]?.array == [])

        // By the id, as there is nothing else.
        let answers = try await workspace.subscribe(
            as: ["-h", "127.0.0.1", "-p", "\(workspace.port)", "-V", "311"], "\(Self.own)/response/#")
        try await post(workspace, #"{"op":"state","id":"till:7"}"#, "-V", "311")
        let answer = try await answers.first(on: "/response/till")
        #expect(answer.json["id"]?.string == "till:7" && answer.json["ok"]?.bool == true && !answer.isRetained)
        #expect(gateway.isRunning)
    }

    @Test func ordersAreCarriedOutAndWhatIsWrongIsSaid() async throws {
        let workspace = try await Workspace()
        try configure(workspace)
        let gateway = try await start(workspace)
        let level = try await ask(workspace, #"{"op":"loglevel","args":{"level":"debug"}}"#)
        #expect(level["result"]?["before"]?.string == "info")
        #expect(gateway.text.contains("level=debug before=info"))
        #expect(try await ask(workspace, #"{"op":"rescan"}"#)["code"]?.string == "no_adapter")
        let unknown = try await ask(workspace, #"{"op":"reboot"}"#)
        #expect(unknown["ok"]?.bool == false && unknown["code"]?.string == "unknown_op")
        #expect(unknown["message"]?.string?.contains("state, rescan, loglevel, forget, outbox") == true)
        #expect(try await ask(workspace, #"{"op":"forget","args":{}}"#)["code"]?.string == "bad_request")
        let attic = try await ask(workspace, #"{"op":"state","args":{"region":"attic"}}"#)
        #expect(attic["code"]?.string == "unknown_region")
        #expect(try await ask(workspace, #"{"op":"outbox"}"#)["result"]?["dead"]?.int == 0)
    }

    @Test func whoIsForgottenIsGoneFromTheBrokerToo() async throws {
        let workspace = try await Workspace()
        try configure(workspace)
        let subscriber = try await workspace.subscribe("beckon/#")
        let gateway = try await start(workspace)
        let present = try await subscriber.first(on: "/presence/shop/")
        let subject = String(present.topic.split(separator: "/")[6])
        let answer = try await ask(workspace, #"{"op":"forget","args":{"subject":"\#(subject)"}}"#)
        #expect(answer["ok"]?.bool == true && answer["result"]?["visits"]?.int == 1, "\(answer)")
        try await subscriber.first(on: "/presence/shop/\(subject)") { $0.payload.isEmpty }
        #expect(!gateway.text.contains(subject))
        #expect(subscriber.messages(on: "/event/exit/").isEmpty)
    }

    @Test func hostileRequestsHarmNoOne() async throws {
        let workspace = try await Workspace()
        try configure(workspace)
        let subscriber = try await workspace.subscribe("beckon/#")
        // One that is retained would be heard at each connection.
        try await post(workspace, #"{"op":"outbox","id":"kept","args":{"do":"drop"}}"#, "-r")
        let gateway = try await start(workspace)
        try await eventually("it says why") { gateway.text.contains("it is retained") }
        // A response topic elsewhere, one that is no JSON, one that is too long: nobody can be answered.
        try await post(
            workspace, #"{"op":"state","id":"x"}"#, "-V", "5", "-D", "publish", "response-topic",
            "beckon/v1/demo-shop/box/status")
        try await post(workspace, "{")
        let pad = String(repeating: "x", count: 200_000)
        let long = try workspace.write("long", #"{"op":"state","id":"long","pad":""# + pad)
        let publisher = try ChildProcess(
            "mosquitto_pub",
            ["-p", "\(workspace.port)", "-q", "1", "-t", "\(Self.own)/request", "-f", long],
            output: workspace.file("pub.log"))
        #expect(try await publisher.exitCode() == 0)

        // A flood is answered, then refused, then ignored.
        let one = "{\"op\":\"rescan\",\"id\":\"flood\"}\n"
        let flood = try workspace.write("flood", String(repeating: one, count: 5000))
        let pump = try ChildProcess(
            "mosquitto_pub", ["-p", "\(workspace.port)", "-q", "1", "-t", "\(Self.own)/request", "-l"],
            output: workspace.file("flood.log"), input: flood)
        #expect(try await pump.exitCode() == 0)
        try await eventually("it says so") { gateway.text.contains("too many of them") }
        let answers = subscriber.messages(on: "/response/flood")
        #expect(answers.contains { $0.json["code"]?.string == "rate_limited" })
        #expect(answers.count < 100)
        #expect(subscriber.messages(on: "/response/").allSatisfy { $0.topic.hasSuffix("/flood") })
        #expect(subscriber.messages(on: "/status").allSatisfy { $0.json["state"]?.string == "online" })
        // Shoppers come all the same.
        try await subscriber.first(on: "/event/enter/")
        #expect(gateway.isRunning)
    }

    // MARK: Home Assistant

    @Test func homeAssistantIsToldOnceItIsWantedAgainWhenItStartsAndNoMoreWhenItIsNot() async throws {
        let workspace = try await Workspace()
        let door = "  - {name: door, role: reader, ibeacon: {uuid: \(Self.uuid), major: 9, minor: 9}}"
        try configure(workspace, regions: door)
        let gateway = try await start(workspace)
        let topic = "homeassistant/device/beckon_demo-shop_box/config"
        let subscriber = try await workspace.subscribe("homeassistant/#")

        try configure(workspace, more: "home_assistant: true", regions: door)
        gateway.send(SIGHUP)
        let told = try await subscriber.first(on: topic)
        let components = try #require(told.json["components"])
        #expect(
            components.object?.map(\.name).sorted() == [
                "beacon_door_ibeacon_41c08dfd_b719_4ccb_9d3b_5aa7c3860f89_9_9", "count_door", "count_shop",
                "occupancy_door", "occupancy_shop", "tap_door",
            ])
        #expect(told.json["availability"]?.array?.first?["topic"]?.string == "\(Self.own)/status")
        // Somebody who comes later finds it, and the topics that it names hold what it says.
        let late = try await workspace.subscribe(topic, "\(Self.own)/region/#")
        #expect(try await late.first(on: topic).isRetained)
        let occupancy = try #require(components["occupancy_shop"])
        let state = try await late.first(on: try #require(occupancy["state_topic"]?.string))
        #expect(["inside", "outside", "unknown"].contains(state.json["state"]?.string))

        // It does not start twice in five seconds.
        try await Task.sleep(for: .seconds(6))
        let count = subscriber.messages(on: topic).count
        let birth = try ChildProcess(
            "mosquitto_pub", ["-p", "\(workspace.port)", "-t", "homeassistant/status", "-m", "online"],
            output: workspace.file("pub.log"))
        #expect(try await birth.exitCode() == 0)
        try await eventually("it is told again") { subscriber.messages(on: topic).count == count + 1 }

        try configure(workspace, more: "home_assistant: true")
        gateway.send(SIGHUP)
        try await subscriber.first(on: topic) { $0.json["components"]?["tap_door"]?.object?.count == 1 }

        try configure(workspace)
        gateway.send(SIGHUP)
        try await eventually("it is taken back") { subscriber.messages(on: topic).last?.payload.isEmpty == true }
    }

    // MARK: beckon watch, beckon outbox

    @Test func watchShowsWhatComesUntilCtrlC() async throws {
        let workspace = try await Workspace()
        try configure(workspace)
        let watch = try beckon(workspace, "watch")
        let json = try beckon(workspace, "watch", "--json", "demo-shop/+/event/enter/#")
        for one in [watch, json] { try await eventually("it connects") { one.text.contains("connected") } }
        let gateway = try await start(workspace)
        try await eventually("it shows who enters") { watch.text.contains("  demo-shop/box/shop  enter      ibeacon:") }
        #expect(watch.text.contains("  demo-shop/box  online"))
        #expect(!watch.text.contains("\u{1B}["))
        try await eventually("it shows it as JSON") { json.text.contains("\"type\":\"beckon.enter\"") }
        let lines = json.text.split(separator: "\n").filter { $0.hasPrefix("{") }
        for line in lines {
            let value = try JSONValue(parsing: Array(line.utf8))
            #expect(value["topic"]?.string?.hasPrefix("\(Self.own)/event/enter/") == true)
        }
        for one in [watch, json] {
            one.send(SIGINT)
            #expect(try await one.exitCode(within: .seconds(3)) == 0)
        }
        #expect(gateway.isRunning)
    }

    @Test func withoutABrokerWatchSaysSoAndOutboxFails() async throws {
        let workspace = try await Workspace(startsBroker: false)
        try configure(workspace)
        let watch = try beckon(workspace, "watch")
        try await eventually("it says so") { watch.text.contains("no connection") }
        watch.send(SIGINT)
        #expect(try await watch.exitCode(within: .seconds(3)) == 0)

        let outbox = try beckon(workspace, "outbox", "--state", workspace.file("nowhere").path)
        #expect(try await outbox.exitCode(within: .seconds(20)) == 1)
        #expect(outbox.text.contains("demo-shop/box was asked over the broker"))
    }

    @Test func theOutboxIsShownByTheGatewayAndFromItsFileWhenNoneRuns() async throws {
        let workspace = try await Workspace(startsBroker: false)
        try configure(workspace)
        let state = workspace.file("state").path
        let arguments = ["--config", workspace.file("config.yaml").path, "--source", "simulated", "--state", state]
        let gateway = try workspace.start("beckon-gateway", arguments)
        // The first shopper comes after three seconds, and nobody takes the event.
        try await Task.sleep(for: .seconds(6))
        gateway.send(SIGKILL)
        _ = try await gateway.exitCode()

        let file = try beckon(workspace, "outbox", "--state", state, "--json")
        #expect(try await file.exitCode() == 0, "\(file.text)")
        let kept = try JSONValue(parsing: Array(file.text.trimmingCharacters(in: .newlines).utf8))
        let waiting = try #require(kept["waiting"]?.int)
        #expect(waiting > 0)
        #expect(kept["rows"]?.array?.first?["type"]?.string == "enter")
        let drop = try beckon(workspace, "outbox", "--state", state, "drop")
        #expect(try await drop.exitCode() == 1)
        #expect(drop.text.contains("start it first"))

        try await workspace.startBroker()
        let second = try workspace.start("beckon-gateway", arguments)
        try await eventually("it connects") { second.text.contains("connected") }
        let drained = try beckon(workspace, "outbox", "--state", state, "drain")
        #expect(try await drained.exitCode() == 0, "\(drained.text)")
        // Each takes as long as a connection does.
        var page = ""
        for _ in 0..<20 where !page.contains("0 waiting") {
            let asked = try beckon(workspace, "outbox", "--state", state)
            #expect(try await asked.exitCode() == 0)
            page = asked.text
        }
        #expect(page.hasPrefix("0 waiting") && page.contains("0 that the broker never took"))
        let wrong = try beckon(workspace, "outbox", "burn")
        #expect(try await wrong.exitCode() == 64)
    }
}
