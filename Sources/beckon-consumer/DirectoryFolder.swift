import Engagement
import Glibc

/// The folder that a directory is imported from.
enum DirectoryFolder {
    /// One file that cannot be read.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// Bytes that are read at once.
    private static let chunk = 1 << 20
    /// Bytes of a file beyond which reading on is no use: the import refuses 64 MiB.
    private static let largest = 64 << 20

    /// The contents of those files of a directory that are there.
    static func read(_ folder: String) throws(Unreadable) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in Directory.fileNames {
            guard let bytes = try content("\(folder)/\(name)") else { continue }
            files[name] = bytes
        }
        return files
    }

    /// `nil`: no such file.
    private static func content(_ path: String) throws(Unreadable) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Unreadable(description: "\(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: chunk)
        while bytes.count <= largest {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Unreadable(description: "\(path): \(String(cString: strerror(errno)))") }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}
