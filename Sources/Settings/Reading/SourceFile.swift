import Glibc

/// One file of the configuration.
struct SourceFile: Sendable {
    /// As it was named, for people.
    let path: String
    let bytes: [UInt8]

    /// Bytes of the largest file that is read.
    static let largest = 1 << 20

    /// The content of a file of at most so many bytes.
    static func read(_ path: String, largest: Int = Self.largest) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError("cannot be opened: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileError("is not a file")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= largest {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0 else { throw FileError("cannot be read: \(String(cString: strerror(errno)))") }
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
        throw FileError("is larger than \(largest) bytes")
    }

    /// Whether other users of the machine may read or write it.
    var isOpenToOthers: Bool { Self.isOpenToOthers(path) }

    static func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o007 != 0
    }

    /// The path that `relative` means when this file says it.
    func resolve(_ relative: String) -> String {
        guard !relative.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return relative }
        return path[...slash] + relative
    }

    /// The line and a caret under the column, indented; a long line is cut round the column.
    func excerpt(line: Int, column: Int) -> String {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: line, omittingEmptySubsequences: false)
        guard line > 0, line <= lines.count else { return "" }
        let text = String(decoding: lines[line - 1], as: UTF8.self).unicodeScalars
        let start = max(column - 60, 0)
        let shown = text.dropFirst(start).prefix(100).map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        let caret = String(repeating: " ", count: max(min(column - 1 - start, shown.count), 0)) + "^"
        return "    \(String(shown))\n    \(caret)\n"
    }
}
