import Foundation
import JSON
import Testing

/// The real `beckon`.
@Suite struct BeckonCommandTests {
    private static let bean = Workspace.checkout.appendingPathComponent(
        "Tests/CapturesTests/Captures/lightbluebean_2015.btsnoop"
    ).path

    private func configuration(_ workspace: Workspace) throws -> String {
        try workspace.write(
            "config.yaml",
            """
            site: demo-shop
            broker: {urls: ["mqtt://127.0.0.1:\(workspace.port)"]}
            gateway: {id: box}
            presence: {clear_after: 1s}
            regions:
              - {name: shop, ibeacon: {uuid: A495DEAD-C5B1-4B44-B512-1370F02D74DE}, exit: {after: 5s}}
            """)
    }

    /// Runs it to its end: the exit code, and what it printed.
    private func run(
        _ workspace: Workspace, _ arguments: String..., within limit: Duration = .seconds(20)
    ) async throws -> (code: Int32, text: String) {
        let process = try workspace.start("beckon", arguments)
        return (try await process.exitCode(within: limit), process.text)
    }

    private func lines(_ text: String) throws -> [JSONValue] {
        try text.split(separator: "\n").filter { $0.hasPrefix("{") }.map { try JSONValue(parsing: Array($0.utf8)) }
    }

    // MARK: The command line

    @Test(arguments: ["check", "decode", "scan", "watch", "record", "replay", "emit", "outbox"])
    func everyCommandHasHelpWithAnExample(command: String) async throws {
        let workspace = try await Workspace(startsBroker: false)
        let (code, text) = try await run(workspace, command, "--help")
        #expect(code == 0)
        #expect(text.hasPrefix("Usage: beckon \(command)"))
        #expect(text.contains("Example:\n  beckon \(command)"))
        #expect(try await run(workspace, "--help").text.contains("  \(command) "))
    }

    @Test(arguments: [
        (["scna"], "did you mean scan?"), ([], "a command is missing"), (["record"], "FILE is missing"),
        (["record", "air.txt"], ".btsnoop, .pcapng or .jsonl"), (["scan", "--sauce", "x"], "--source"),
        (["replay", "--publish", "--speed", "2", "x"], "--speed with --publish"), (["replay", "a", "b"], "'b'"),
        (["emit", "--uuid", "00000000-0000-0000-0000-000000000000"], "not assigned"),
        (["token", "make"], "'make': expected create, list or revoke"),
        (["gateway", "retire", "box"], "'box': expected SITE/GATEWAY"),
    ])
    func aWrongCommandLineIsRefused(arguments: [String], message: String) async throws {
        let workspace = try await Workspace(startsBroker: false)
        let process = try workspace.start("beckon", arguments)
        #expect(try await process.exitCode() == 64)
        #expect(process.text.contains(message))
    }

    /// What only looks makes no store, and does not tell an empty one for the consumer's.
    @Test(arguments: [
        ["decisions"], ["who"], ["why", "1"], ["export", "x"], ["erase", "x"], ["preview"], ["report"],
    ])
    func whereNoConsumerHasWorkedThatIsSaid(command: [String]) async throws {
        let workspace = try await Workspace(startsBroker: false)
        let usual = ["--config", try configuration(workspace), "--state", workspace.file("state").path]
        let more: [String: [String]] = [
            "preview": ["--user", "x", "--site", "demo-shop", "--at", "2026-11-30T17:05:00Z"],
            "report": ["--site", "demo-shop", "--from", "2026-11-29", "--to", "2026-11-30"],
        ]
        let process = try workspace.start("beckon", command + usual + (more[command[0]] ?? []))
        #expect(try await process.exitCode() == 1)
        #expect(process.text.contains("no consumer has kept anything in \(workspace.file("state").path)"))
        #expect(!FileManager.default.fileExists(atPath: workspace.file("state").path))
    }

    @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/etc/beckon/config.yaml"), "a box of its own has one"))
    func whereNoConfigurationIsInstalledTheWayToNameOneIsSaid() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let (code, text) = try await run(workspace, "watch")
        #expect(code == 78)
        #expect(
            text.contains("/etc/beckon/config.yaml: cannot be opened") && text.contains("name yours: --config FILE"))
    }

    // MARK: check

    @Test func aRightConfigurationIsShownWithoutItsSecrets() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let path = try configuration(workspace)
        let secret = try workspace.write(
            "secret.yaml", "include: config.yaml\nbroker: {username: u, password: hidden-word}\n")
        #expect(chmod(secret, 0o600) == 0)
        let checked = try await run(workspace, "check", secret)
        #expect(checked.code == 0)
        #expect(checked.text.contains("longest topic, "))
        let printed = try await run(workspace, "check", "--print", secret)
        #expect(printed.code == 0)
        #expect(!printed.text.contains("hidden-word"))
        #expect(printed.text.contains("clear_after: 1s"))
        #expect(try await run(workspace, "check", try workspace.write("printed.yaml", printed.text)).code == 0)
        #expect(try lines(await run(workspace, "check", "--json", path).text).first?["ok"]?.bool == true)
    }

    @Test func aWrongConfigurationIsRefusedWithItsPlaces() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let path = try workspace.write("wrong.yaml", "site: demo-shop\nrangin: 1s\nconsumer: {stor: x}\n")
        let (code, text) = try await run(workspace, "check", path)
        #expect(code == 78)
        #expect(text.contains("wrong.yaml:2:1: ") && text.contains("wrong.yaml:3:"))
        let json = try await run(workspace, "check", "--json", path)
        #expect(json.code == 78)
        #expect(try lines(json.text).first?["errors"]?.array?.count == 2)
    }

    // MARK: decode

    @Test func advertisementsAreReadFromStandardInputToo() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let input = try workspace.write("adverts", "020106\n\n0303aafe1316aafe10f8036769746875620063697472757a\nzz\n")
        let process = try workspace.start("beckon", ["decode", "--json", "-"], input: input)
        #expect(try await process.exitCode() == 1)
        let lines = try lines(process.text)
        #expect(lines.count == 3)
        #expect(lines[1]["beacons"]?.array?.first?["url"]?.string == "https://github.com/citruz")
        #expect(lines[2]["error"] != nil)
    }

    // MARK: replay

    @Test func aReplayGivesTheEventsOfTheCaptureEachTimeTheSame() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let path = try configuration(workspace)
        let (code, text) = try await run(workspace, "replay", "--config", path, Self.bean)
        #expect(code == 0)
        let events = try lines(text)
        #expect(events.map { $0["type"]?.string } == ["beckon.enter", "beckon.exit"])
        #expect(events.allSatisfy { $0["data"]?["simulated"]?.bool == true })
        #expect(events.first?["time"]?.string?.hasPrefix("2015-06-01T") == true)
        #expect(try await run(workspace, "replay", "--config", path, Self.bean).text == text)
        let shifted = try await run(
            workspace, "replay", "--config", path, "--start-at", "2030-01-01T00:00:00Z", "--speed", "1000", Self.bean)
        #expect(try lines(shifted.text).first?["time"]?.string?.hasPrefix("2030-01-01T00:00:0") == true)
    }

    @Test func aCaptureThatIsCutIsReplayedUpToTheCut() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let whole = try Data(contentsOf: URL(fileURLWithPath: Self.bean))
        try whole.prefix(9000).write(to: workspace.file("cut.btsnoop"))
        let (code, text) = try await run(
            workspace, "replay", "--config", try configuration(workspace), workspace.file("cut.btsnoop").path)
        #expect(code == 1)
        #expect(text.contains("ends here: byte "))
        #expect(try lines(text).count == 2)
    }

    @Test func aReplayIsPublishedAsOfNowAndEndsWhenAllIsSaid() async throws {
        let workspace = try await Workspace()
        let subscriber = try await workspace.subscribe("beckon/#")
        let before = Date()
        let (code, text) = try await run(
            workspace, "replay", "--publish", "--config", try configuration(workspace), "--state",
            workspace.file("state").path, Self.bean, within: .seconds(90))
        #expect(code == 0, "\(text)")
        try await subscriber.first(on: "/status") { $0.json["state"]?.string == "offline" }
        let events = subscriber.messages(on: "/event/").map(\.json)
        #expect(events.map { $0["type"]?.string } == ["beckon.enter", "beckon.exit"])
        #expect(events.allSatisfy { $0["data"]?["simulated"]?.bool == true })
        let time = try #require(events.first?["time"]?.string)
        let parser = ISO8601DateFormatter()
        parser.formatOptions.insert(.withFractionalSeconds)
        let entered = try #require(parser.date(from: time))
        #expect((-1...30).contains(entered.timeIntervalSince(before)))
        // What was retained of the visit is cleared.
        let late = try await workspace.subscribe("beckon/v1/+/+/presence/#", "beckon/v1/+/+/status")
        try await late.first(on: "/status")
        #expect(late.messages(on: "/presence/").isEmpty)
    }

    // MARK: record and scan

    @Test(arguments: ["btsnoop", "pcapng", "jsonl"])
    func aRecordingStoppedByCtrlCIsWhole(format: String) async throws {
        let workspace = try await Workspace(startsBroker: false)
        let file = workspace.file("air.\(format)").path
        let process = try workspace.start("beckon", ["record", "--all", "--source", "simulated", file])
        try await eventually("something is recorded") {
            (try? Data(contentsOf: workspace.file("air.\(format)")).count) ?? 0 > 1000
        }
        process.send(SIGINT)
        #expect(try await process.exitCode() == 0)
        #expect(process.text.contains("strangers' devices"))
        let count = try #require(process.text.split(separator: "reports=").last.flatMap { Int($0.dropLast()) })
        let read = try await run(workspace, "scan", "--source", "replay:\(file)")
        #expect(read.code == 0)
        #expect(try lines(read.text).count == count)
    }

    @Test func onlyWhatLiesInRegionsIsRecordedUnlessAllIsAskedFor() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let file = workspace.file("air.jsonl").path
        let (code, text) = try await run(
            workspace, "record", "--config", try configuration(workspace), "--source", "replay:\(Self.bean)", file)
        #expect(code == 0, "\(text)")
        let lines = try lines(String(contentsOfFile: file, encoding: .utf8))
        #expect(lines.count == 34)
        #expect(Set(lines.compactMap { $0["address"]?.string }) == ["d0:39:72:c9:c1:58"])
        // What is there is not overwritten.
        let again = try await run(workspace, "record", "--all", "--source", "replay:\(Self.bean)", file)
        #expect(again.code == 1)
        #expect(again.text.contains("File exists"))
    }

    @Test func aFullDiskIsSaid() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let process = try workspace.start(
            "beckon", ["scan", "--source", "replay:\(Self.bean)"], output: "/dev/full")
        #expect(try await process.exitCode() == 1)
        // Blocks of 1 KiB; what is beyond is refused with SIGXFSZ or EFBIG, as by a quota.
        let file = workspace.file("air.jsonl").path
        let program = try workspace.program("beckon")
        let limited = try ChildProcess(
            "/bin/bash",
            [
                "-c", "ulimit -f 8; trap '' XFSZ; exec \"$@\"", "bash", program, "record", "--all", "--source",
                "replay:\(Self.bean)", file,
            ], output: workspace.file("limited.log"))
        #expect(try await limited.exitCode() == 1)
        #expect(limited.text.contains("air.jsonl: File too large"))
    }
}
