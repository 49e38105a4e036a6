import Foundation

/// A folder that goes with the test.
final class TemporaryFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: "beckon-\(UUID())").path

    var database: String { path + "/consumer.sqlite" }

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
