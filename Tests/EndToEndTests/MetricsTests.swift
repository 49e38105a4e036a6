import Foundation
import Testing

/// The metrics of both daemons, judged by Prometheus's own tool where it is installed.
@Suite struct MetricsTests {
    private static let promtool = "/usr/bin/promtool"

    private func get(_ port: UInt16, _ path: String) throws -> (status: Int, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments = ["-s", "-w", "\n%{http_code}", "http://127.0.0.1:\(port)\(path)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().map { "\($0)\n" }.joined())
    }

    private func complaints(about metrics: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.promtool)
        process.arguments = ["check", "metrics"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        try process.run()
        input.fileHandleForWriting.write(Data(metrics.utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? "" : text + "exit \(process.terminationStatus)"
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: promtool)))
    func bothAreReadyWithABrokerAndTellCleanMetrics() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let (gateway, consumer) = (try Workspace.freePort(), try Workspace.freePort())
        let path = try workspace.write(
            "config.yaml",
            """
            include: \(Workspace.checkout.appendingPathComponent("config.yaml").path)
            broker: {urls: ["mqtt://127.0.0.1:\(workspace.port)"]}
            gateway: {id: demo-gateway, http: {listen: "127.0.0.1:\(gateway)"}}
            consumer: {http: {listen: "127.0.0.1:\(consumer)"}}
            """)
        let daemons = [
            try workspace.start(
                "beckon-gateway",
                ["--config", path, "--source", "simulated", "--state", workspace.file("g").path]),
            try workspace.start(
                "beckon-consumer", ["--config", path, "--state", workspace.file("c").path]),
        ]
        for port in [gateway, consumer] {
            try await eventually("it answers") { Workspace.isListening(port) }
            #expect(try get(port, "/healthz").status == 200)
            let (status, text) = try get(port, "/readyz")
            #expect(status == 503 && text.contains("no connection to the broker"), "\(text)")
        }
        try await workspace.startBroker()
        for port in [gateway, consumer] {
            try await eventually("it is ready") {
                try get(port, "/readyz").status == 200
            }
            let metrics = try get(port, "/metrics").text
            #expect(try complaints(about: metrics) == "")
        }
        try await eventually("the consumer tells of the gateway") {
            try get(consumer, "/metrics").text.contains("gateway=\"demo-gateway\",state=\"online\"} 1")
        }
        withExtendedLifetime(daemons) {}
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: promtool)))
    func theAlertRulesAlertWhenTheyShould() throws {
        for arguments in [
            ["check", "rules", "beckon.rules.yaml"], ["test", "rules", "beckon.rules.test.yaml"],
        ] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Self.promtool)
            process.arguments = arguments
            process.currentDirectoryURL = Workspace.checkout.appendingPathComponent("deploy/prometheus")
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "promtool \(arguments.joined(separator: " "))")
        }
    }
}
