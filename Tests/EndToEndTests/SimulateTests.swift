import Foundation
import JSON
import Testing

/// The real `beckon simulate`.
@Suite("beckon simulate") struct SimulateTests {
    private func configuration(_ workspace: Workspace) throws -> String {
        try workspace.write(
            "config.yaml",
            """
            site: demo-shop
            broker: {urls: ["mqtt://127.0.0.1:\(workspace.port)"]}
            regions:
              - {name: staff, role: staff, ibeacon: {uuid: 5a9e2c04-6b1d-4f38-9c57-d2e81a7b3f60, major: 2}}
              - {name: shop, ibeacon: {uuid: 5a9e2c04-6b1d-4f38-9c57-d2e81a7b3f60, major: 1}}
            """)
    }

    @Test(arguments: ["btsnoop", "pcapng", "jsonl"])
    func `Everyone of a capture comes and goes, and the same options make the same bytes`(format: String) async throws {
        let workspace = try await Workspace(startsBroker: false)
        let options = ["simulate", "--visitors", "12", "--seed", "4", "--over", "2m"]
        let uuid = ["--uuid", "5a9e2c04-6b1d-4f38-9c57-d2e81a7b3f60"]
        let files = ["one", "two"].map { workspace.file("\($0).\(format)") }
        for file in files {
            let process = try workspace.start("beckon", options + uuid + [file.path])
            #expect(try await process.exitCode() == 0, "\(process.text)")
        }
        let bytes = try Data(contentsOf: files[0])
        #expect(try Data(contentsOf: files[1]) == bytes && !bytes.isEmpty)
        let replay = try workspace.start("beckon", ["replay", "--config", configuration(workspace), files[0].path])
        #expect(try await replay.exitCode() == 0)
        let events = try replay.text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        for type in ["beckon.enter", "beckon.exit"] {
            let minors = events.filter { $0["type"]?.string == type }.map { $0["data"]?["beacon"]?["minor"]?.int }
            #expect(Set(minors) == Set(1...12), "\(type)")
        }
        #expect(events.first?["time"]?.string?.hasPrefix("2026-01-01T09:0") == true)
    }

    @Test func `Several gateways hear the same shop, each into a file of its own`() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let path = workspace.file("shop.btsnoop").path
        let process = try workspace.start("beckon", ["simulate", "--visitors", "3", "--gateways", "2", path])
        #expect(try await process.exitCode() == 0)
        let (first, second) = (workspace.file("shop-1.btsnoop"), workspace.file("shop-2.btsnoop"))
        #expect(try Data(contentsOf: first) != Data(contentsOf: second))
        // What is there is not overwritten.
        let again = try workspace.start("beckon", ["simulate", "--gateways", "2", path])
        #expect(try await again.exitCode() == 1)
        #expect(again.text.contains("File exists"))
    }

    @Test func `Published, every gateway tells of everyone as simulated, and takes its leave at Ctrl-C`() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon/#")
        let process = try workspace.start(
            "beckon",
            [
                "simulate", "--publish", "--config", configuration(workspace), "--visitors", "5", "--over", "1s",
                "--gateways", "2",
            ])
        try await eventually("each gateway has told of five", within: .seconds(40)) {
            let enters = subscriber.messages(on: "/event/enter/").map(\.json)
            return Set(enters.map { "\($0["source"]?.string ?? "") \($0["data"]?["beacon"]?["minor"]?.int ?? 0)" })
                .count
                == 10
        }
        let events = subscriber.messages(on: "/event/").map(\.json)
        #expect(events.allSatisfy { $0["data"]?["simulated"]?.bool == true })
        #expect(Set(events.map { $0["source"]?.string }) == ["demo-shop/sim-1", "demo-shop/sim-2"])
        process.send(SIGINT)
        #expect(try await process.exitCode() == 0)
        let late = try await workspace.subscribe("beckon/v1/+/+/status")
        for name in ["sim-1", "sim-2"] {
            try await late.first(on: "/\(name)/status") { $0.json["state"]?.string == "offline" }
        }
    }

    @Test(arguments: [
        (["--visitors", "0"], "from 1 to 65535"), (["--over", "5"], "a duration from 1s to 7d"),
        (["--publish", "x.jsonl"], "to a file or to the broker"), (["x.txt"], ".btsnoop, .pcapng or .jsonl"),
        (["--gateway-id", "a"], "for --publish"), (["--gateways", "2", "--publish", "--gateway-id", "a"], "one each"),
    ])
    func `What cannot be simulated is refused`(arguments: [String], message: String) async throws {
        let workspace = try await Workspace(startsBroker: false)
        let process = try workspace.start("beckon", ["simulate"] + arguments)
        #expect(try await process.exitCode() == 64)
        #expect(process.text.contains(message))
    }

    @Test func `Beacons that no region has are not published for nothing`() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let process = try workspace.start(
            "beckon", ["simulate", "--publish", "--config", configuration(workspace), "--major", "2"])
        #expect(try await process.exitCode() == 1)
        #expect(process.text.contains("name those of a region by --uuid and --major"))
    }
}
