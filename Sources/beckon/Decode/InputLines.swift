import Glibc

/// The lines of standard input, each bounded.
struct InputLines: Sequence, IteratorProtocol {
    private let longest: Int
    private var pending: [UInt8] = []
    private var isOver = false

    /// - Parameter longest: bytes of a line; of a longer one there is one byte more, and the rest is left out.
    init(longest: Int) { self.longest = longest }

    mutating func next() -> String? {
        var line: [UInt8] = []
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                line += pending[..<end].prefix(longest + 1 - line.count)
                pending.removeSubrange(...end)
                return String(decoding: line, as: UTF8.self)
            }
            line += pending.prefix(longest + 1 - line.count)
            pending = []
            guard fill() else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
        }
    }

    /// `false` at the end.
    private mutating func fill() -> Bool {
        guard !isOver else { return false }
        var piece = [UInt8](repeating: 0, count: 4096)
        var count = read(STDIN_FILENO, &piece, piece.count)
        while count < 0, errno == EINTR { count = read(STDIN_FILENO, &piece, piece.count) }
        isOver = count <= 0
        pending = isOver ? [] : Array(piece.prefix(count))
        return !isOver
    }
}
