import Glibc

/// One file of the configuration.
struct SourceFile: Sendable {
    /// As it was named, for people.
    let path: String
    let bytes: [UInt8]

    /// Bytes of the largest file that is read.
    static let largest = 1 << 20

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
