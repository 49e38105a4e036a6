/// The levels of a topic's text below its tree. Each is made when it is asked for: who knows the first few pays for those.
struct TopicLevels {
    private let text: String
    /// Where each begins, in bytes, and where one more would.
    private var starts: [Int] = []

    /// `nil`: the topic is of another tree.
    init?(of text: String, below tree: String) {
        let (bytes, tree) = (text.utf8.span, tree.utf8.span)
        let first = tree.count + 1
        guard bytes.count >= first, bytes[tree.count] == UInt8(ascii: "/") else { return nil }
        for index in tree.indices where bytes[index] != tree[index] { return nil }
        self.text = text
        starts.reserveCapacity(8)
        starts.append(first)
        for offset in first..<bytes.count where bytes[offset] == UInt8(ascii: "/") { starts.append(offset + 1) }
        starts.append(bytes.count + 1)
    }

    var count: Int { starts.count - 1 }

    subscript(index: Int) -> Substring {
        let start = text.utf8.index(text.startIndex, offsetBy: starts[index])
        return text[start..<text.utf8.index(start, offsetBy: starts[index + 1] - 1 - starts[index])]
    }

    /// The level as a word.
    func word(_ index: Int) -> String { String(self[index]) }

    /// The level, where it is a name by the rule.
    func name(_ index: Int) -> String? {
        let level = self[index]
        return Name.isValid(level) ? String(level) : nil
    }
}
