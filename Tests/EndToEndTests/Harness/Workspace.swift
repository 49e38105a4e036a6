import Foundation
import TestSupport

/// A temporary folder with a real mosquitto on a free port, and the programs under test beside it.
final class Workspace {
    let folder: URL
    let port: UInt16
    private var broker: ChildProcess?

    /// - Parameter startsBroker: whether the broker runs from the start.
    init(startsBroker: Bool = true) async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("beckon-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = try Self.freePort()
        if startsBroker { try await startBroker() }
    }

    deinit {
        broker = nil
        try? FileManager.default.removeItem(at: folder)
    }

    /// - Parameter settings: lines of its configuration beside the usual ones.
    func startBroker(_ settings: String = "") async throws {
        let configuration = folder.appendingPathComponent("mosquitto.conf")
        let text = """
            listener \(port) 127.0.0.1
            allow_anonymous true
            persistence false
            set_tcp_nodelay true
            log_type all
            \(settings)
            """
        try text.write(to: configuration, atomically: true, encoding: .utf8)
        setenv("PATH", "\(ProcessInfo.processInfo.environment["PATH"] ?? ""):/usr/sbin", 1)
        broker = try ChildProcess("mosquitto", ["-c", configuration.path], output: file("mosquitto.log"))
        try await eventually("mosquitto listens on \(port)") { Self.isListening(port) }
    }

    func stopBroker() { broker = nil }

    /// Has it read its access list again.
    func reloadBroker() { broker?.send(SIGHUP) }

    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// Writes a file and returns its path.
    func write(_ name: String, _ text: String) throws -> String {
        try text.write(to: file(name), atomically: true, encoding: .utf8)
        return file(name).path
    }

    /// Everything that comes on `filters` from now on.
    func subscribe(_ filters: String...) async throws -> Subscriber {
        try await subscribe(as: ["-h", "127.0.0.1", "-p", "\(port)", "-V", "5"], filters)
    }

    /// - Parameter identity: arguments that say where and as whom.
    func subscribe(as identity: [String], _ filters: String...) async throws -> Subscriber {
        try await subscribe(as: identity, filters)
    }

    private func subscribe(as identity: [String], _ filters: [String]) async throws -> Subscriber {
        let name = "subscriber-\(UUID().uuidString)"
        let arguments =
            // Its standard output is a file: lines must come as they are written.
            ["-oL", "mosquitto_sub", "-d", "-F", "%r\t%t\t%p"] + identity + filters.flatMap { ["-t", $0] }
        let process = try ChildProcess("stdbuf", arguments, output: file(name))
        try await eventually("mosquitto_sub subscribes") { process.text.contains("SUBACK") }
        return Subscriber(process: process)
    }

    /// A program of ours.
    ///
    /// - Parameter output: where its output goes; `nil`: a file of its own.
    func start(
        _ name: String, _ arguments: [String], input: String = "/dev/null", output: String? = nil,
        environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            program(name), arguments,
            output: output.map { URL(fileURLWithPath: $0) } ?? file("\(name)-\(UUID().uuidString).log"), input: input,
            environment: environment)
    }

    /// Its path: the folder that the tests themselves were built into.
    func program(_ name: String) throws -> String {
        try URL(fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// The root of the checkout.
    static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func freePort() throws -> UInt16 { FreePort.next() }
    static func isListening(_ port: UInt16) -> Bool { FreePort.listens(port) }
}
