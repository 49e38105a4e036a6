/// One thing wrong with a directory's files, and what to do about it.
public struct ImportFault: Hashable, Sendable {
    public let place: Place
    public let message: String

    /// Where in the files.
    public struct Place: Hashable, Sendable {
        public let file: String
        /// From 1; 0: the file as a whole.
        public let line: Int
        /// From 1, in bytes.
        public let column: Int

        public init(file: String, line: Int = 0, column: Int = 0) {
            self.file = file
            self.line = line
            self.column = column
        }
    }

    public init(_ message: String, at place: Place) {
        self.message = message
        self.place = place
    }
}

extension ImportFault: CustomStringConvertible {
    /// `items.csv:12:5: …`.
    public var description: String {
        place.line == 0 ? "\(place.file): \(message)" : "\(place.file):\(place.line):\(place.column): \(message)"
    }
}
