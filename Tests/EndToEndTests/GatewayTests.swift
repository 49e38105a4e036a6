import Foundation
import JSON
import Testing

/// The real gateway against a real broker.
@Suite struct GatewayTests {
    private static let beckon = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"

    private func configuration(_ workspace: Workspace, uuid: String = beckon, exit: String = "30s") throws -> String {
        try workspace.write(
            "config.yaml",
            """
            site: demo-shop
            broker: {urls: ["mqtt://127.0.0.1:\(workspace.port)"]}
            regions:
              - {name: shop, role: store, ibeacon: {uuid: \(uuid)}, exit: {after: \(exit)},
                 notify: {dwell: [20s]}}
            """)
    }

    private func start(
        _ workspace: Workspace, source: String, configuration: String? = nil
    ) throws -> ChildProcess {
        try workspace.start(
            "beckon-gateway",
            [
                "--config", try configuration ?? self.configuration(workspace), "--source", source, "--gateway-id",
                "box", "--state", workspace.file("state").path,
            ])
    }

    private func capture(_ name: String) -> String {
        "replay:" + Workspace.checkout.appendingPathComponent("Tests/CapturesTests/Captures/\(name).btsnoop").path
    }

    // MARK: What the shop sees

    @Test func anOfficeWithoutBeaconsOfOursGivesNoEventAndNothingRetainedButStatusAndRegion() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon/#")
        let gateway = try start(
            workspace, source: capture("mitll_conference_nrf52_0"),
            configuration: try configuration(workspace, exit: "5s"))
        try await subscriber.first(on: "/region/shop") { $0.json["state"]?.string == "outside" }
        try await eventually("the capture ends", within: .seconds(60)) { gateway.text.contains("capture has ended") }
        // Telemetry is neither an event nor retained.
        let topics = Set(subscriber.messages.map(\.topic)).subtracting(["beckon/v1/demo-shop/box/telemetry"])
        #expect(topics == ["beckon/v1/demo-shop/box/status", "beckon/v1/demo-shop/box/region/shop"])
        let late = try await workspace.subscribe("beckon/#")
        try await late.first(on: "/region/shop") { $0.isRetained }
        #expect(late.messages.count == 2)
    }

    @Test func aLightBlueBeanEntersAndExitsOnce() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon/v1/+/+/event/#")
        let gateway = try start(
            workspace, source: capture("lightbluebean_2015"),
            configuration: try configuration(workspace, uuid: "A495DEAD-C5B1-4B44-B512-1370F02D74DE"))
        let exit = try await subscriber.first(on: "/event/exit/", within: .seconds(80))
        #expect(gateway.isRunning)
        #expect(gateway.text.contains("capture has ended"))
        let data = try #require(exit.json["data"])
        #expect(data["beacon"]?["major"]?.int == 12345)
        #expect(data["beacon"]?["minor"]?.int == 65535)
        #expect(data["reason"]?.string == "timeout")
        #expect(subscriber.messages.map { $0.json["type"]?.string } == ["beckon.enter", "beckon.exit"])
    }

    // MARK: The broker comes and goes

    @Test func withoutABrokerItRunsSaysSoOnceAndConnectsWhenOneComes() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let gateway = try start(workspace, source: "simulated")
        try await eventually("it says so") { gateway.text.contains("no connection") }
        try await workspace.startBroker()
        let subscriber = try await workspace.subscribe("beckon/v1/+/+/status")
        try await subscriber.first(on: "/status") { $0.json["state"]?.string == "online" }
        #expect(gateway.text.components(separatedBy: "no connection").count == 2)
    }

    @Test func afterAnOutageEveryEventComesInOrderAndSaysThatItIsLate() async throws {
        let workspace = try await Workspace()
        let gateway = try start(workspace, source: "simulated")
        try await eventually("it connects") { gateway.text.contains("connected") }
        workspace.stopBroker()
        try await eventually("it notices") { gateway.text.contains("no connection") }
        // The first shopper comes after three seconds.
        try await Task.sleep(for: .seconds(6))
        // It must not publish before someone listens.
        gateway.send(SIGSTOP)
        try await workspace.startBroker()
        let subscriber = try await workspace.subscribe("beckon/v1/+/+/event/#")
        gateway.send(SIGCONT)
        let late = try await subscriber.first(on: "/event/enter/shop/")
        #expect(late.json["data"]?["seq"]?.int == 1)
        #expect(late.json["data"]?["replayed"]?.bool == true)
        // Whichever is the first after it has come back: how long that takes is a matter of chance.
        try await subscriber.first(on: "/event/") { $0.json["data"]?["replayed"]?.bool == false }
        let numbers = subscriber.messages.compactMap { $0.json["data"]?["seq"]?.int }
        #expect(numbers == (1...max(numbers.count, 1)).map(Int64.init))
    }

    @Test func aCleanStopSaysOfflineAndAKillSaysLost() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon/v1/+/+/status")
        let gateway = try start(workspace, source: "simulated")
        try await subscriber.first(on: "/status") { $0.json["state"]?.string == "online" }
        gateway.send(SIGTERM)
        #expect(try await gateway.exitCode(within: .seconds(2)) == 0)
        try await subscriber.first(on: "/status") { $0.json["state"]?.string == "offline" }

        let second = try start(workspace, source: "simulated")
        try await eventually("it connects") { second.text.contains("connected") }
        second.send(SIGKILL)
        // The will waits for 30 s: a Wi-Fi blink is not a loss.
        try await subscriber.first(on: "/status", within: .seconds(45)) { $0.json["state"]?.string == "lost" }
    }

    @Test func aSecondGatewayOnOneStateIsRefusedAndNamesTheFirst() async throws {
        let workspace = try await Workspace()
        let first = try start(workspace, source: "simulated")
        try await eventually("it connects") { first.text.contains("connected") }
        let second = try start(workspace, source: "simulated")
        #expect(try await second.exitCode() == 1)
        #expect(second.text.contains("in use by process \(first.pid)"))
    }

    // MARK: What is wrong is said

    @Test func withoutAnAdapterItIsDegradedAndSaysWhy() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon/#")
        // An adapter that no machine has.
        let configuration = try workspace.write(
            "no-adapter.yaml", "include: config.yaml\ngateway: {adapters: ['00:00:5E:00:53:01']}\n")
        _ = try self.configuration(workspace)
        let gateway = try start(workspace, source: "bluez", configuration: configuration)
        let status = try await subscriber.first(on: "/status")
        #expect(status.json["state"]?.string == "degraded")
        #expect(status.json["reason"]?.string?.contains("Bluetooth") == true)
        let region = try await subscriber.first(on: "/region/shop")
        #expect(region.json["state"]?.string == "unknown")
        #expect(region.json["reason"]?.string == "scanner_down")
        #expect(gateway.text.contains("warning bluez:"))
    }

    @Test func aGatewayWithoutRegionsSaysThatItHasNothingToTell() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let file = try workspace.write("empty.yaml", "broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}\n")
        let gateway = try workspace.start(
            "beckon-gateway",
            ["--config", file, "--source", "simulated", "--state", workspace.file("gateway-state").path])
        try await eventually("it says so") { gateway.text.contains("regions is empty") }
    }

    @Test func aWrongConfigurationIsRefusedWithEveryFaultAtItsPlace() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let path = try workspace.write(
            "wrong.yaml",
            """
            site: demo-shop
            regions:
              - {name: shop, ibeacon: {uuid: 00000000-0000-0000-0000-000000000000}}
              - {name: shop, ibeacon: {uuid: nonsense}, exit: {after: 30}}
            rangin: 1s
            """)
        let gateway = try start(workspace, source: "simulated", configuration: path)
        #expect(try await gateway.exitCode() == 78)
        for place in [":3:", ":4:", ":5:1: "] { #expect(gateway.text.contains("wrong.yaml\(place)")) }
        #expect(gateway.text.contains("ranging"))
    }

    @Test(arguments: [["--sauce", "bluez"], ["--source", "bluetooth"], ["--gateway-id", "Not A Name"]])
    func aWrongCommandLineIsRefused(arguments: [String]) async throws {
        let workspace = try await Workspace(startsBroker: false)
        let gateway = try workspace.start(
            "beckon-gateway", ["--config", try configuration(workspace)] + arguments)
        #expect(try await gateway.exitCode() == 64)
        #expect(gateway.text.contains(arguments[0]))
    }

    @Test func aFileThatIsNoCaptureIsRefusedAndACutOneIsPlayedUpToTheCut() async throws {
        let workspace = try await Workspace()
        let text = try workspace.write("notes.txt", "milk, bread\n")
        let refused = try start(workspace, source: "replay:\(text)")
        #expect(try await refused.exitCode() == 1)
        #expect(refused.text.contains("notes.txt: byte 0: not a capture"))

        let whole = try Data(
            contentsOf: Workspace.checkout.appendingPathComponent(
                "Tests/CapturesTests/Captures/walk-receiver-01.btsnoop"))
        try whole.prefix(1000).write(to: workspace.file("cut.btsnoop"))
        let subscriber = try await workspace.subscribe("beckon/v1/+/+/event/#")
        let played = try start(workspace, source: "replay:\(workspace.file("cut.btsnoop").path)")
        try await subscriber.first(on: "/event/enter/")
        try await eventually("it says where the file is cut") { played.text.contains("byte 9") }
    }
}
