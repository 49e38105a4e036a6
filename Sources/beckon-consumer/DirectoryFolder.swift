import Daemon
import Engagement

/// The folder that a directory is imported from.
enum DirectoryFolder {
    /// Every fault of its files, each with its path.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Bytes of the largest file that the import takes.
    private static let largest = 64 << 20

    static func directory(in folder: String) throws(Failure) -> Directory {
        var files: [String: [UInt8]] = [:]
        for name in Directory.fileNames {
            if let bytes = try content("\(folder)/\(name)") { files[name] = bytes }
        }
        do {
            return try Directory(importing: files)
        } catch {
            let lines = error.faults.map { "\(folder)/\($0)" } + (error.others > 0 ? ["and \(error.others) more"] : [])
            throw Failure(description: lines.joined(separator: "\n"))
        }
    }

    /// `nil`: no such file.
    private static func content(_ path: String) throws(Failure) -> [UInt8]? {
        do {
            return try FileContent.read(path, atMost: largest)
        } catch {
            if error.isMissing { return nil }
            throw Failure(description: "\(path) \(error)")
        }
    }
}
