import Daemon
import Glibc

/// Reads a file and what it includes into one tree.
struct Loader {
    /// More files than this are a mistake.
    private static let mostFiles = 64

    let report: Report
    private var opened = 0

    init(_ report: Report) { self.report = report }

    /// The tree of the file at `path`, as a person named it.
    mutating func load(_ path: String) -> Node {
        let empty = Node(content: .map([]), mark: Mark(file: 0, line: 0, column: 0))
        let root = load(path, within: []) { report, message in
            _ = report.add(SourceFile(path: path, bytes: []))
            let isMissing = path == Configuration.installed && access(path, F_OK) != 0
            // Where nobody named one.
            let hint = isMissing ? "; name yours: --config FILE, and FILE alone to beckon check" : ""
            report.fault(empty.mark, message + hint)
        }
        return root ?? empty
    }

    /// - Parameters:
    ///   - chain: the files that are being read, each including the next.
    ///   - complain: says at the right place why the file cannot be read.
    private mutating func load(
        _ path: String, within chain: [String], complain: (Report, String) -> Void
    ) -> Node? {
        opened += 1
        guard opened <= Self.mostFiles else {
            complain(report, "is one file too many; at most \(Self.mostFiles) are read")
            return nil
        }
        let identity = Self.identity(path)
        guard !chain.contains(identity) else {
            complain(report, "includes itself")
            return nil
        }
        let source: SourceFile
        do throws(FileError) {
            source = SourceFile(path: path, bytes: try FileContent.read(path, atMost: SourceFile.largest))
        } catch {
            complain(report, "\(error)")
            return nil
        }
        let file = report.add(source)
        do throws(SyntaxError) {
            var composer = try Composer(source.bytes, file: file)
            let node = try composer.document()
            for key in composer.repeated {
                report.fault(key.mark, "\(key.key) is given twice, first in line \(key.first.line)")
            }
            return including(node, of: source, within: chain + [identity])
        } catch {
            report.fault(Mark(file: file, line: error.line, column: error.column), error.message)
            return nil
        }
    }

    /// The tree over those that its `include` names: later ones win over earlier ones, and the file itself over all.
    private mutating func including(_ node: Node, of source: SourceFile, within chain: [String]) -> Node {
        guard case .map(let entries) = node.content, let include = node["include"] else { return node }
        var merged: Node?
        for (path, mark) in paths(include, of: source) {
            guard let part = load(path, within: chain, complain: { $0.fault(mark, "\(path) \($1)") }) else { continue }
            merged = merged.map { part.merged(over: $0) } ?? part
        }
        let own = Node(content: .map(entries.filter { $0.key != "include" }), mark: node.mark)
        return merged.map { own.merged(over: $0) } ?? own
    }

    /// The files that an `include` names, one pattern or a list of them, each pattern's sorted.
    private func paths(_ include: Node, of source: SourceFile) -> [(path: String, mark: Mark)] {
        let items: [Node] = if case .list(let items) = include.content { items } else { [include] }
        return items.flatMap { item -> [(path: String, mark: Mark)] in
            guard let text = item.text else {
                report.fault(item.mark, "expected a file or pattern such as conf.d/*.yaml, found \(item.summary)")
                return []
            }
            let path = source.resolve(text)
            return (text.contains { "*?[".contains($0) } ? Self.matches(path) : [path]).map { ($0, item.mark) }
        }
    }

    /// The files that a pattern names, in the order of their bytes; none is no fault.
    private static func matches(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }

    /// The same for every name of one file.
    private static func identity(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

extension Node {
    /// This tree over another: maps merge key by key, `regions` by name, anything else replaces.
    func merged(over base: Node, isTop: Bool = true) -> Node {
        guard case .map(let entries) = content, case .map(var merged) = base.content else { return self }
        let indices = Dictionary(uniqueKeysWithValues: zip(merged.map(\.key), merged.indices))
        for var entry in entries {
            guard let index = indices[entry.key] else {
                merged.append(entry)
                continue
            }
            let below = merged[index].value
            entry.value =
                isTop && entry.key == "regions"
                ? entry.value.mergedByName(over: below) : entry.value.merged(over: below, isTop: false)
            merged[index] = entry
        }
        return Node(content: .map(merged), mark: mark)
    }

    /// Each map of a list over the one of the same name below; what has no match there follows.
    ///
    /// A match is used once: a name that comes twice in a file stays twice, and is a fault later.
    private func mergedByName(over base: Node) -> Node {
        guard case .list(let items) = content, case .list(var merged) = base.content else { return self }
        let named = merged.indices.compactMap { index in merged[index]["name"]?.text.map { ($0, index) } }
        var indices = Dictionary(named) { first, _ in first }
        for item in items {
            if let index = item["name"]?.text.flatMap({ indices.removeValue(forKey: $0) }) {
                merged[index] = item.merged(over: merged[index], isTop: false)
            } else {
                merged.append(item)
            }
        }
        return Node(content: .list(merged), mark: mark)
    }
}
