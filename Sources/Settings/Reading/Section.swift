import Daemon
import Glibc
import Messages

/// A map while it is being read: hands out values by key, collects what is wrong with them, and at the end reports the
/// keys that nobody asked for.
final class Section {
    let mark: Mark
    let report: Report
    private let entries: [Node.Entry]
    private let path: String
    private var known: [String] = []

    private init(entries: [Node.Entry], mark: Mark, path: String, report: Report) {
        self.entries = entries
        self.mark = mark
        self.path = path
        self.report = report
    }

    /// Reads the map at `node`; nothing where a map should be is an empty map.
    static func read(_ node: Node, path: String = "", report: Report, _ body: (Section) -> Void) {
        let entries: [Node.Entry]
        switch node.content {
        case .map(let found): entries = found
        case _ where node.isNull: entries = []
        default: return report.fault(node.mark, "expected a map, found \(node.summary)")
        }
        let section = Section(entries: entries, mark: node.mark, path: path, report: report)
        body(section)
        section.finish()
    }

    /// The value of `key`, which thereby is known.
    func node(_ key: String) -> Node? {
        known.append(key)
        report.ask(path + key)
        return peek(key)
    }

    /// The value of a key that is asked for elsewhere.
    func peek(_ key: String) -> Node? { entries.first { $0.key == key }?.value }

    func has(_ key: String) -> Bool { peek(key) != nil }

    /// Where to complain about `key`: at its value, or at the map where it is missing.
    func mark(_ key: String) -> Mark { peek(key)?.mark ?? mark }

    func fault(_ key: String, _ message: String) { report.fault(mark(key), message) }

    /// The value of `key`; `nil` where it is missing or wrong.
    func value<Value>(_ key: String, _ kind: Kind<Value>) -> Value? { node(key).flatMap { value($0, kind) } }

    /// Replaces `value` where `key` is there and right.
    func read<Value>(_ key: String, into value: inout Value, _ kind: Kind<Value>) {
        if let found = self.value(key, kind) { value = found }
    }

    func read<Value>(_ key: String, into value: inout Value?, _ kind: Kind<Value>) {
        if let found = self.value(key, kind) { value = found }
    }

    /// The value of a key that must be there.
    func require<Value>(_ key: String, _ kind: Kind<Value>) -> Value? {
        if !has(key) { report.fault(mark, "\(key) is missing: \(kind.expected)") }
        return value(key, kind)
    }

    /// The values of a list; a single value stands for a list of one. Wrong ones are left out.
    func list<Value>(_ key: String, _ kind: Kind<Value>) -> [Value]? {
        report.ask(path + key + "[]")
        return node(key).map { node in
            guard case .list(let items) = node.content else { return value(node, kind).map { [$0] } ?? [] }
            return items.compactMap { value($0, kind) }
        }
    }

    /// As `list`, where at least one is needed.
    func read<Value>(_ key: String, into values: inout [Value], atLeastOneOf kind: Kind<Value>) {
        guard let found = list(key, kind) else { return }
        if case .list(let items)? = peek(key)?.content, items.isEmpty {
            fault(key, "expected \(kind.expected), found an empty list")
        }
        values = found
    }

    /// A path, relative to the file that says it.
    func path(_ key: String) -> String? {
        value(key, .words).map { file(saying: key).resolve($0) }
    }

    /// The path of a file that can be opened.
    func file(_ key: String) -> String? {
        let path = path(key)
        guard let path, isOurs else { return path }
        do throws(FileError) {
            _ = try FileContent.read(path, atMost: SourceFile.largest)
        } catch {
            fault(key, "\(path) \(error)")
        }
        return path
    }

    /// The path of a folder, which must be there and open to us if it is of a part that runs here.
    func folder(_ key: String) -> String? {
        let path = path(key)
        guard let path, isOurs, access("\(path)/", R_OK | X_OK) != 0 else { return path }
        fault(key, "\(path) cannot be opened as a folder: \(String(cString: strerror(errno)))")
        return path
    }

    /// The file that says `key`.
    func file(saying key: String) -> SourceFile { report.files[mark(key).file] }

    /// Whether the program that reads the file uses this map, so that files named here must be there.
    var isOurs: Bool { report.foreign.allSatisfy { !path.hasPrefix($0) } }

    /// Reads the map of `key`, where it is there.
    func section(_ key: String, _ body: (Section) -> Void) {
        guard let node = node(key) else { return }
        Section.read(node, path: "\(path)\(key).", report: report, body)
    }

    /// Reads each map of a list of maps.
    func sections(_ key: String, _ body: (Section) -> Void) {
        guard let node = node(key), !node.isNull else { return }
        guard case .list(let items) = node.content else {
            return report.fault(node.mark, "expected a list, found \(node.summary)")
        }
        for item in items { Section.read(item, path: "\(path)\(key)[].", report: report, body) }
    }

    /// Reads each map of a map from names to maps.
    func named(_ key: String, _ body: (String, Section) -> Void) {
        section(key) { section in
            for (name, node) in section.others() {
                guard Name.isValid(name.text) else {
                    report.fault(name.mark, "expected \(Kind<String>.name.expected), found '\(name.text)'")
                    continue
                }
                Section.read(node, path: "\(path)\(key).*.", report: report) { body(name.text, $0) }
            }
        }
    }

    /// The entries whose keys have not been asked for; thereby they are known.
    func others() -> [(key: (text: String, mark: Mark), value: Node)] {
        let others = entries.filter { !known.contains($0.key) }
        known += others.map(\.key)
        return others.map { (($0.key, $0.mark), $0.value) }
    }

    func value<Value>(_ node: Node, _ kind: Kind<Value>) -> Value? {
        let value = kind.parse(node)
        if value == nil { report.fault(node.mark, kind.complaint(about: node)) }
        return value
    }

    private func finish() {
        // More are never told.
        let unknown = entries.filter { !known.contains($0.key) }
        for entry in unknown.dropFirst(Report.most) { report.fault(entry.mark, "unknown key \(entry.key)") }
        for entry in unknown.prefix(Report.most) {
            let guess = nearest(to: entry.key, in: known).map { "did you mean \($0)?" }
            let choice = guess ?? "known here: \(known.joined(separator: ", "))"
            report.fault(entry.mark, "unknown key \(entry.key): \(choice)")
        }
    }
}
