/// The engine's last answers, for when it does not answer. Times are Unix milliseconds.
public struct AnswerCache: Sendable {
    /// What an answer depends on.
    public struct Key: Hashable, Sendable {
        public let user: String
        private let taste: Taste
        private let selection: String
        private let version: String
        private let excluded: [String]

        public init(_ question: EngineQuestion) {
            user = question.user
            taste = question.taste
            selection = question.selection
            version = question.version
            excluded = question.excluded
        }
    }

    private struct Entry {
        let answer: EngineAnswer
        let range: Range<Int64>
    }

    /// As many shoppers as a large shop holds.
    private static let capacity = 1000

    private var entries: [Key: Entry] = [:]

    public init() {}

    /// The answer, while it holds.
    public func answer(to key: Key, at now: Int64) -> EngineAnswer? {
        entries[key].flatMap { $0.range.contains(now) ? $0.answer : nil }
    }

    public mutating func keep(_ answer: EngineAnswer, to key: Key, at now: Int64) {
        guard answer.lifetime > 0 else {
            entries[key] = nil
            return
        }
        if entries[key] == nil, entries.count >= Self.capacity {
            entries = entries.filter { $0.value.range.contains(now) }
            if entries.count >= Self.capacity,
                let first = entries.min(by: { $0.value.range.upperBound < $1.value.range.upperBound })
            {
                entries[first.key] = nil
            }
        }
        entries[key] = Entry(answer: answer, range: now..<now + answer.lifetime)
    }

    /// The visitor has said something new, or is to be forgotten.
    public mutating func forget(_ user: String) { entries = entries.filter { $0.key.user != user } }
}
