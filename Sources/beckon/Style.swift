import Daemon
import Glibc

/// Colours, where a person looks: on a terminal, and unless NO_COLOR is set (no-color.org).
struct Style {
    private let hasColour: Bool

    init(_ descriptor: Int32 = STDOUT_FILENO, environment: Environment = .process) {
        hasColour = isatty(descriptor) == 1 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    }

    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "2") }
    func green(_ text: String) -> String { wrap(text, "32") }
    func yellow(_ text: String) -> String { wrap(text, "33") }
    func red(_ text: String) -> String { wrap(text, "31") }

    private func wrap(_ text: String, _ code: String) -> String {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
