import Engagement
import Glibc

/// The folder that a directory is imported from.
enum DirectoryFolder {
    /// Every fault of its files, each with its path.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Bytes that are read at once.
    private static let chunk = 1 << 20
    /// Bytes of a file beyond which reading on is no use: the import refuses more than 64 MiB.
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
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: chunk)
        while bytes.count <= largest {
            let count = read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw failure(path) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    private static func failure(_ path: String) -> Failure {
        Failure(description: "\(path): \(String(cString: strerror(errno)))")
    }
}
