import Glibc

/// The content of regular files, bounded.
public enum FileContent {
    /// - Parameter limit: bytes of the largest file that is read.
    public static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError("cannot be opened", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileError("is not a file")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0 else { throw FileError("cannot be read", errno) }
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
        throw FileError("is larger than \(limit) bytes")
    }
}

/// Why a file cannot be used; follows its path in a sentence.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// There is no such file.
    public let isMissing: Bool

    init(_ description: String) {
        self.description = description
        isMissing = false
    }

    init(_ description: String, _ code: Int32) {
        self.description = "\(description): \(String(cString: strerror(code)))"
        isMissing = code == ENOENT
    }
}
