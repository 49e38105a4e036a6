import Foundation
import TestSupport

/// The real consumer with the demo shop's directory, its pages on a port of its own.
final class WebShop {
    struct Answer {
        let status: Int
        let head: String
        let body: String

        /// - Parameter name: in lower case.
        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name): ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    let workspace: Workspace
    private(set) var consumer: ChildProcess
    private(set) var port: UInt16 = 0
    /// Of the lover of stout.
    private(set) var userToken = ""

    var url: String { "http://127.0.0.1:\(port)" }

    private let store: String

    /// - Parameter places: rows of places.csv, beside the demo's.
    init(in engine: StoreEngine = .sqlite, places: [String] = []) async throws {
        workspace = try await Workspace()
        store = try engine.newDatabase() ?? "sqlite:auto"
        let directory = workspace.file("directory")
        try FileManager.default.copyItem(
            at: Workspace.checkout.appendingPathComponent("deploy/demo/directory"), to: directory)
        let file = directory.appendingPathComponent("places.csv")
        let text = try String(contentsOf: file, encoding: .utf8) + places.map { "\($0)\n" }.joined()
        try text.write(to: file, atomically: true, encoding: .utf8)
        let config = try Self.write("config.yaml", in: workspace, port: 0, store)
        consumer = try workspace.start(
            "beckon-consumer", ["--config", config, "--state", workspace.file("state").path])
        let consumer = consumer
        var address: Substring?
        try await eventually("it listens: \(consumer.text)") {
            address = consumer.text.firstMatch(of: /http: listening url=http:\/\/127.0.0.1:([0-9]+)/)?.output.1
            return address != nil
        }
        port = address.flatMap { UInt16($0) } ?? 0
        userToken = try await token("user", user: "q4x9-stout")
    }

    func configuration(_ name: String, port: UInt16) throws -> String {
        try Self.write(name, in: workspace, port: port, store)
    }

    private static func write(
        _ name: String, in workspace: Workspace, port: UInt16, _ store: String
    ) throws -> String {
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        return try workspace.write(
            name,
            """
            include: \(demo)
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            consumer:
              store: '\(store)'
              http: {listen: '127.0.0.1:\(port)', public_url: 'http://127.0.0.1'}
              import_folder: \(workspace.file("directory").path)

            """)
    }

    // MARK: - Tokens

    @discardableResult
    func beckon(_ arguments: String...) async throws -> String { try await beckon(arguments) }

    private func beckon(_ arguments: [String]) async throws -> String {
        let process = try workspace.start(
            "beckon",
            arguments + ["--config", workspace.file("config.yaml").path, "--state", workspace.file("state").path])
        let code = try await process.exitCode()
        guard code == 0 else { throw HarnessError("beckon \(arguments): \(process.text)") }
        return process.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func token(_ scope: String, user: String? = nil) async throws -> String {
        try await beckon(["token", "create", "--scope", scope] + (user.map { ["--user", $0] } ?? []))
    }

    /// The id of the newest token of that scope.
    func tokenID(_ scope: String) async throws -> String {
        let lines = try await beckon("token", "list").split(separator: "\n").map { $0.split(separator: " ") }
        return lines.first { $0.count > 1 && $0[1] == scope }.map { String($0[0]) } ?? ""
    }

    /// The page of what the lover of stout is told at the shelf.
    func itemPath() async throws -> String {
        let answer = try post("/v1/encounters", token: userToken, #"{"event":"enter","beacons":[\#(WebTests.shelf)]}"#)
        guard let link = answer.body.firstMatch(of: /"link":"http:\/\/127.0.0.1([^"]+)"/)?.output.1 else {
            throw HarnessError("no link in \(answer)")
        }
        return String(link)
    }

    // MARK: - Requests

    func get(_ path: some StringProtocol, token: String? = nil, headers: [String] = []) throws -> Answer {
        try ask("GET", String(path), token, headers, body: "")
    }

    func post(_ path: some StringProtocol, token: String? = nil, _ body: String) throws -> Answer {
        try ask("POST", String(path), token, ["Content-Type: application/json"], body: body)
    }

    func post(_ path: some StringProtocol, form: String, headers: [String] = []) throws -> Answer {
        try ask(
            "POST", String(path), nil, headers + ["Content-Type: application/x-www-form-urlencoded"], body: form)
    }

    private func ask(
        _ method: String, _ path: String, _ token: String?, _ headers: [String], body: String
    ) throws -> Answer {
        guard let connection = RawConnection(port: port) else { throw HarnessError("nobody listens") }
        let credentials = token.map { ["Authorization: Bearer \($0)"] } ?? []
        let head =
            ["\(method) \(path) HTTP/1.1", "Host: x", "Connection: close", "Content-Length: \(body.utf8.count)"]
            + headers + credentials
        connection.send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
        let answer = connection.read(within: .seconds(5))
        guard let end = answer.range(of: "\r\n\r\n"), let status = Int(answer.dropFirst(9).prefix(3)) else {
            throw HarnessError("no answer to \(method) \(path): \(answer)")
        }
        return Answer(
            status: status, head: String(answer[..<end.lowerBound]), body: String(answer[end.upperBound...]))
    }
}
