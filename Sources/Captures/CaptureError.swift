/// What is wrong with a capture, and where.
public struct CaptureError: Error, Hashable, Sendable {
    /// Bytes before the fault.
    public let offset: Int
    /// From 1, in a file of lines.
    public let line: Int?
    public let message: String

    init(_ message: String, at offset: Int, line: Int? = nil) {
        self.offset = offset
        self.line = line
        self.message = message
    }
}

extension CaptureError: CustomStringConvertible {
    public var description: String {
        line.map { "line \($0), byte \(offset): \(message)" } ?? "byte \(offset): \(message)"
    }
}
