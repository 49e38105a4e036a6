import Foundation
import Testing

/// What people write into their configuration, and what `beckon check` says of it, whole: each file of `Wrong` has the
/// one above the line, and the other below.
@Suite struct WrongConfigurationTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Wrong")
    private static let line = "-----\n"

    @Test func eachIsToldWhatWhereAndWhatToDo() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(names.count >= 20)
        for name in names {
            let parts = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
                .components(separatedBy: Self.line)
            try #require(parts.count == 2, "\(name)")
            let path = try workspace.write("config.yaml", parts[0])
            let process = try workspace.start("beckon", ["check", path])
            #expect(try await process.exitCode() == 78, "\(name)")
            // The folder is another with each run.
            let folder = String(path.dropLast("config.yaml".count))
            #expect(process.text.replacing(folder, with: "") == parts[1], "\(name)")
        }
    }
}
