/// A place in a file, as people count: from 1. Columns are characters.
struct Mark: Hashable, Sendable {
    /// Which of the files read, from 0.
    var file: Int
    var line: Int
    var column: Int
}
