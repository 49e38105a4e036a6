import Messages

/// How one kind of value is written.
struct Kind<Value> {
    /// For a sentence beginning *expected*.
    let expected: String
    let parse: (Node) -> Value?
    /// What may be meant by a value that `parse` refuses; follows *found …*.
    var hint: (Node) -> String? = { _ in nil }

    /// What is wrong with a value that `parse` refuses.
    func complaint(about node: Node) -> String {
        "expected \(expected), found \(node.summary)" + (hint(node).map { ": \($0)" } ?? "")
    }

    /// The same, or `word`, which means nothing.
    func or(_ word: String) -> Kind<Value?> {
        Kind<Value?>(
            expected: "\(word) or \(expected)", parse: { $0.text == word ? .some(nil) : parse($0).map(Optional.some) },
            hint: hint)
    }
}

extension Kind {
    /// A value with a text form of its own.
    static func text(_ expected: String, _ parse: @escaping (String) -> Value?) -> Kind {
        Kind(expected: expected, parse: { $0.text.flatMap(parse) })
    }
}

extension Kind where Value == String {
    /// Any words but none.
    static var words: Kind { .text("a text") { $0 } }

    /// What topics and files can carry: `[a-z0-9][a-z0-9_-]{0,31}`.
    static var name: Kind {
        Kind(
            expected: "a name of at most 32 of a-z, 0-9, _ and -, beginning with a letter or digit",
            parse: { node in node.text.flatMap { Name.isValid($0) ? $0 : nil } },
            hint: { node in
                node.text.map { $0.lowercased() }.flatMap { Name.isValid($0) ? "did you mean \($0)?" : nil }
            })
    }

    /// One level of a path.
    static var fileName: Kind {
        .text("a name without /") { $0.isEmpty || $0.hasPrefix(".") || $0.contains("/") ? nil : $0 }
    }

    /// Levels of an MQTT topic without wildcards.
    static var topic: Kind {
        .text("a topic without +, #, $, empty levels or blanks, as beckon/v1") { text in
            let levels = text.split(separator: "/", omittingEmptySubsequences: false)
            let isSound = levels.allSatisfy { level in
                !level.isEmpty && level.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"+#$".utf8.contains($0) }
            }
            return isSound && text.utf8.count <= 128 ? text : nil
        }
    }
}

extension Kind where Value == Bool {
    static var onOff: Kind {
        Kind(
            expected: "on or off", parse: { ["on": true, "off": false][$0.text ?? ""] },
            hint: { ["true": "did you mean on?", "false": "did you mean off?"][$0.text ?? ""] })
    }

    static var truth: Kind {
        Kind(
            expected: "true or false",
            parse: { node in
                switch node.plainText {
                case "true", "True", "TRUE": true
                case "false", "False", "FALSE": false
                default: nil
                }
            },
            hint: { node in
                switch node.text?.lowercased() {
                case "yes", "on", "y", "true": "did you mean true?"
                case "no", "off", "n", "false": "did you mean false?"
                default: nil
                }
            })
    }
}

extension Kind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the words of a type.
    static var choice: Kind {
        let words = Value.allCases.map(\.rawValue)
        return Kind(
            expected: "one of " + words.joined(separator: ", "), parse: { $0.text.flatMap(Value.init(rawValue:)) },
            hint: { node in
                node.text.flatMap { nearest(to: $0, in: words) }.map { "did you mean \($0)?" }
            })
    }
}
