/// What the log tells at least; the words are those of the log itself.
public enum LogLevel: String, Sendable, CaseIterable {
    case debug, info, warning, error
}
