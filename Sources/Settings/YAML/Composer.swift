/// Builds the tree of one file, within bounds that no sane configuration meets.
struct Composer: ~Copyable {
    static let deepest = 32
    /// Values in the tree, aliases counted with all that they stand for.
    static let mostNodes = 100_000

    private let file: Int
    private var events: EventStream
    private var anchors: [String: Node] = [:]
    private var count = 0
    private(set) var repeated: [RepeatedKey] = []

    /// A key that a map has already.
    struct RepeatedKey: Equatable {
        var key: String
        var mark: Mark
        var first: Mark
    }

    init(_ bytes: [UInt8], file: Int) throws(SyntaxError) {
        self.file = file
        events = try EventStream(bytes)
    }

    /// The one document of the file; of an empty file an empty map.
    mutating func document() throws(SyntaxError) -> Node {
        var root: Node?
        while true {
            let event = try events.next()
            switch event.kind {
            case .streamEnd: return root ?? Node(content: .map([]), mark: Mark(file: file, line: 1, column: 1))
            case .documentStart where root != nil: throw Self.error(event, "a second document; only one is read")
            case .documentStart: root = try node(try events.next(), depth: 1)
            default: break
            }
        }
    }

    private mutating func node(_ event: EventStream.Event, depth: Int) throws(SyntaxError) -> Node {
        guard depth <= Self.deepest else { throw Self.error(event, "nested deeper than \(Self.deepest) levels") }
        guard !event.hasTag else { throw Self.error(event, "tags are not read") }
        count += 1
        let mark = Mark(file: file, line: event.line, column: event.column)
        let content: Node.Content
        switch event.kind {
        case .scalar(let text, let isPlain): content = .scalar(text, isPlain: isPlain)
        case .listStart: content = .list(try items(depth: depth))
        case .mapStart: content = .map(try entries(depth: depth))
        case .alias(let name): content = try aliased(name, event, depth: depth)
        default: throw Self.error(event, "a value is missing")
        }
        guard count <= Self.mostNodes else { throw Self.error(event, "more than \(Self.mostNodes) values") }
        let node = Node(content: content, mark: mark)
        if let anchor = event.anchor { anchors[anchor] = node }
        return node
    }

    private mutating func items(depth: Int) throws(SyntaxError) -> [Node] {
        var items: [Node] = []
        while true {
            let event = try events.next()
            if case .listEnd = event.kind { return items }
            items.append(try node(event, depth: depth + 1))
        }
    }

    private mutating func entries(depth: Int) throws(SyntaxError) -> [Node.Entry] {
        var entries: [Node.Entry] = []
        var known: [String: Mark] = [:]
        while true {
            let event = try events.next()
            if case .mapEnd = event.kind { return entries }
            guard case .scalar(let key, _) = event.kind, !event.hasTag, event.anchor == nil else {
                throw Self.error(event, "a key must be a word")
            }
            let mark = Mark(file: file, line: event.line, column: event.column)
            let value = try node(try events.next(), depth: depth + 1)
            if let first = known[key] {
                repeated.append(RepeatedKey(key: key, mark: mark, first: first))
            } else {
                known[key] = mark
                entries.append(Node.Entry(key: key, mark: mark, value: value))
            }
        }
    }

    /// What an alias stands for, counted as if it were written out.
    private mutating func aliased(
        _ name: String, _ event: EventStream.Event, depth: Int
    ) throws(SyntaxError) -> Node.Content {
        guard let node = anchors[name] else { throw Self.error(event, "nothing above is marked &\(name)") }
        count += node.count - 1
        guard depth + node.depth - 1 <= Self.deepest else {
            throw Self.error(event, "nested deeper than \(Self.deepest) levels")
        }
        return node.content
    }

    private static func error(_ event: EventStream.Event, _ message: String) -> SyntaxError {
        SyntaxError(line: event.line, column: event.column, message: message)
    }
}
