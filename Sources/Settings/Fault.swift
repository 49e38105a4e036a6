/// Something wrong in a configuration file, or worth a warning.
public struct Fault: Hashable, Sendable, CustomStringConvertible {
    public let path: String
    /// From 1; 0 where the file could not be read at all.
    public let line: Int
    /// In characters, from 1; 0 where the file could not be read at all.
    public let column: Int
    /// What is wrong, what was expected, and what was meant, where that can be guessed.
    public let message: String
    /// The line as it stands in the file, and below it a caret.
    public let excerpt: String

    /// `FILE:LINE:COLUMN: WHAT`, then the line with a caret.
    public var description: String {
        "\(place): \(message)\n\(excerpt)"
    }

    /// `FILE:LINE:COLUMN`; for the log, which shall not hold the line, for that may be a password's.
    public var place: String { line > 0 ? "\(path):\(line):\(column)" : path }
}
