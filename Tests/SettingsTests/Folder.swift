import Foundation

@testable import Settings

/// A folder of its own, gone with the test.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "settings-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        try write(name, Array(text.utf8), mode: mode)
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o644) throws -> String {
        let file = "\(path)/\(name)"
        let parent = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }
}

/// The configuration that the text says.
func load(_ text: String) throws -> Configuration {
    let folder = try Folder()
    return try Configuration.load(try folder.write("c.yaml", text)).configuration
}

/// All that is wrong with the text, each as `LINE:COLUMN: WHAT`.
func faults(_ text: String) throws -> [String] {
    let folder = try Folder()
    return faults(at: try folder.write("c.yaml", text))
}

/// All that is wrong with a file and what it includes, each as `NAME:LINE:COLUMN: WHAT`; of `c.yaml` without its name.
func faults(at path: String) -> [String] {
    do {
        _ = try Configuration.load(path)
        return []
    } catch {
        return error.faults.map { fault in
            let name = (fault.path as NSString).lastPathComponent
            return (name == "c.yaml" ? "" : "\(name):") + "\(fault.line):\(fault.column): \(fault.message)"
        }
    }
}

/// A region around what follows, which is indented by four.
func region(_ lines: String) -> String { "regions:\n  - name: shop\n    \(lines)" }
