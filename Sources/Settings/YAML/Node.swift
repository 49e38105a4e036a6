/// A value of a YAML file and where it stands.
struct Node: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        /// - Parameter isPlain: written without quotes, so that it may be a number, a truth value or nothing.
        case scalar(String, isPlain: Bool)
        case list([Node])
        case map([Entry])
    }

    struct Entry: Hashable, Sendable {
        var key: String
        var mark: Mark
        var value: Node
    }

    var content: Content
    var mark: Mark

    /// `null`, `~` or nothing at all (YAML 1.2, section 10.3.2).
    var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The text of a scalar, numbers and truth values as they are written; not of null.
    var text: String? {
        guard case .scalar(let text, _) = content, !isNull else { return nil }
        return text
    }

    /// The text of a scalar without quotes; not of null.
    var plainText: String? {
        guard case .scalar(_, isPlain: true) = content else { return nil }
        return text
    }

    /// The value of `key` in a map.
    subscript(key: String) -> Node? {
        guard case .map(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// What stands here, for a sentence beginning *found*.
    var summary: String {
        switch content {
        case .list: "a list"
        case .map: "a map"
        case .scalar where isNull: "nothing"
        case .scalar(let text, _): text.count > 60 ? "'\(text.prefix(60))…'" : "'\(text)'"
        }
    }

    private var children: [Node] {
        switch content {
        case .scalar: []
        case .list(let items): items
        case .map(let entries): entries.map(\.value)
        }
    }

    /// This node and all below.
    var count: Int { children.reduce(1) { $0 + $1.count } }

    /// Levels, 1 for a scalar.
    var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }
}
