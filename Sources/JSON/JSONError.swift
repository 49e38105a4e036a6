/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// Bytes before the fault.
    public let offset: Int
    /// From 1; lines end with a line feed.
    public let line: Int
    /// From 1, in bytes.
    public let column: Int
    public let message: String

    init(_ message: String, at offset: Int, in text: [UInt8]) {
        self.offset = offset
        self.message = message
        let before = text.prefix(offset)
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = offset - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String { "line \(line), column \(column): \(message)" }
}
