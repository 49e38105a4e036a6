/// A change on a command line, `KEY.KEY=VALUE`, as a tree over that of the file.
extension String {
    func change(over base: Node, _ report: Report) -> Node {
        let bytes = Array(utf8)
        let file = report.add(SourceFile(path: "--set", bytes: bytes))
        let mark = Mark(file: file, line: 1, column: 1)
        let parts = split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let keys = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !keys.contains("") else {
            report.fault(mark, "expected KEY.KEY=VALUE, as regions.shelf.enter.rssi=-72")
            return base
        }
        do throws(SyntaxError) {
            var composer = try Composer(Array(parts[1].utf8), file: file)
            let value = try composer.document()
            return Self.tree(keys[...], Self.moved(value, to: mark)).merged(over: base)
        } catch {
            report.fault(mark, error.message)
            return base
        }
    }

    private static func tree(_ keys: ArraySlice<String>, _ value: Node, isTop: Bool = true) -> Node {
        guard let key = keys.first else { return value }
        let rest = keys.dropFirst()
        func map(_ entries: [(String, Node)]) -> Node {
            Node(content: .map(entries.map { .init(key: $0.0, mark: value.mark, value: $0.1) }), mark: value.mark)
        }
        guard isTop, key == "regions", let name = rest.first else {
            return map([(key, tree(rest, value, isTop: false))])
        }
        let region = tree(rest.dropFirst(), value, isTop: false)
        guard case .map(let entries) = region.content else { return map([(key, region)]) }
        let named = Node(content: .scalar(name, isPlain: true), mark: value.mark)
        let item = map([("name", named)] + entries.map { ($0.key, $0.value) })
        return map([(key, Node(content: .list([item]), mark: value.mark))])
    }

    /// The marks of a value count from its own beginning; the whole change is what a person looks at.
    private static func moved(_ node: Node, to mark: Mark) -> Node {
        var node = node
        node.mark = mark
        return node
    }
}
