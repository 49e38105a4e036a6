import Foundation
import JSON

/// A shop with a reader and one gateway, which hears the capture of `air`.
final class AirShop {
    static let uuid = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"

    let workspace: Workspace
    let everything: Subscriber
    private let configuration: String
    private let key = "an example of a key: 0123456789abcdef"

    /// - Parameter more: lines of the configuration, after its list of regions.
    init(pseudonyms: Bool, enrolledOnly: Bool = false, _ air: String, more: String = "") async throws {
        workspace = try await Workspace()
        _ = try workspace.write("air.jsonl", air)
        let keyFile = try workspace.write("privacy.key", key)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyFile)
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        configuration = try workspace.write(
            "config.yaml",
            """
            include: \(demo)
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            privacy: {pseudonyms: \(pseudonyms ? "on" : "off"), key_file: privacy.key, enrolled_only: \(enrolledOnly)}
            sightings: all
            regions:
              - {name: till, role: reader, ibeacon: {uuid: \(Self.uuid)}}
            \(more)
            """)
        everything = try await workspace.subscribe("#")
    }

    /// The gateway hears something else when it is started again.
    func change(air: String) throws { _ = try workspace.write("air.jsonl", air) }

    /// The operator's command, at the consumer's state.
    func beckon(_ words: String...) async throws -> (text: String, code: Int32) {
        let state = ["--config", configuration, "--state", workspace.file("beckon-consumer-state").path]
        let process = try workspace.start("beckon", words + state)
        let code = try await process.exitCode(within: .seconds(60))
        return (process.text, code)
    }

    func start(_ program: String) throws -> ChildProcess {
        let gateway =
            program == "beckon-gateway"
            ? ["--source", "replay:\(workspace.file("air.jsonl").path)", "--gateway-id", "demo-gateway"] : []
        return try workspace.start(
            program, ["--config", configuration, "--state", workspace.file("\(program)-state").path] + gateway)
    }

    /// Everything that has left the box so far.
    var bytes: String { everything.process.text }

    /// What the gateway has on its disk.
    var disk: Data {
        get throws {
            let state = workspace.file("beckon-gateway-state")
            return try FileManager.default.contentsOfDirectory(at: state, includingPropertiesForKeys: nil)
                .reduce(into: Data()) { $0 += (try? Data(contentsOf: $1)) ?? Data() }
        }
    }

    /// Advertisements of iBeacons as JSON lines: by minor, the levels of each tenth of a second.
    static func air(_ beacons: [(minor: UInt16, levels: [Int])]) -> String {
        let start: Int64 = 1_700_000_000_000_000
        var lines: [(at: Int64, line: String)] = []
        for (minor, levels) in beacons {
            let payload = "0201061aff4c000215" + Self.uuid.replacingOccurrences(of: "-", with: "") + "0001"
            let data = payload + String(format: "%04x", minor) + "c5"
            for (number, level) in levels.enumerated() {
                let at = start + Int64(number) * 100_000 + Int64(minor) * 1000
                lines.append(
                    (
                        at,
                        #"{"t":\#(at),"adapter":"hci0","address":"c0:00:00:00:00:\#(String(format: "%02x", minor))","#
                            + #""address_type":"random","type":"non_connectable","rssi":\#(level),"phy":"1M","data":"\#(data)"}"#
                    ))
            }
        }
        return lines.sorted { $0.at < $1.at }.map(\.line).joined(separator: "\n") + "\n"
    }

    static func levels(_ parts: (level: Int, seconds: Int)...) -> [Int] {
        parts.flatMap { [Int](repeating: $0.level, count: $0.seconds * 10) }
    }
}
