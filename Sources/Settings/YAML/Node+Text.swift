extension Node {
    /// The tree as YAML that reads back as the same; strings are quoted where they must be.
    ///
    /// - Parameter hide: replaces the value of a key; `nil`: as it is.
    func text(hide: (String) -> String?) -> String { lines(hide).map { "\($0)\n" }.joined() }

    /// The lines of a map or a list, or the one of a scalar.
    private func lines(_ hide: (String) -> String?) -> [String] {
        switch content {
        case .scalar(let text, let isPlain): return [Self.scalar(text, isPlain: isPlain)]
        case .list(let items) where items.isEmpty: return ["[]"]
        case .map(let entries) where entries.isEmpty: return ["{}"]
        case .list(let items):
            return items.flatMap { item in
                item.lines(hide).enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
            }
        case .map(let entries):
            return entries.flatMap { entry -> [String] in
                let key = Self.key(entry.key) + ":"
                if let replacement = hide(entry.key) { return ["\(key) \(replacement)"] }
                let lines = entry.value.lines(hide)
                if lines == [""] { return [key] }
                return entry.value.isFlat ? ["\(key) \(lines[0])"] : [key] + lines.map { "  \($0)" }
            }
        }
    }

    /// Whether it has one line, behind its key.
    private var isFlat: Bool {
        switch content {
        case .scalar: true
        case .list(let items): items.isEmpty
        case .map(let entries): entries.isEmpty
        }
    }

    /// Plain where that is what it was; a key where nothing in it could be taken for more than text.
    private static func scalar(_ text: String, isPlain: Bool) -> String {
        isPlain && !text.contains("\n") ? text : quoted(text)
    }

    private static func key(_ text: String) -> String {
        let isHarmless = text.utf8.allSatisfy { byte in
            Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-".utf8.contains(byte)
        }
        return isHarmless && !text.isEmpty && !text.hasPrefix("-") ? text : quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
