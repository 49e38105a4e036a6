/// What is wrong with a command line.
public enum UsageError: Error, Equatable, CustomStringConvertible {
    case unknown(String, nearest: String?)
    case missing(String, String)
    case notTaken(String)
    case repeated(String)
    case invalid(String, String, expected: String)
    case operand(String)
    case missingOperand(String)
    /// `nil`: none was given.
    case command(String?, nearest: String?)
    /// What cannot be given together, or one without the other.
    case conflict(String)

    public var description: String {
        switch self {
        case .unknown(let name, let nearest):
            "unknown option --\(name)" + (nearest.map { " (did you mean --\($0)?)" } ?? "")
        case .missing(let name, let value): "--\(name) needs a value: --\(name) \(value)"
        case .notTaken(let name): "--\(name) takes no value"
        case .repeated(let name): "--\(name) is given twice"
        case .invalid(let name, let text, let expected): "--\(name) '\(text)': expected \(expected)"
        case .operand(let word): "unexpected argument '\(word)'"
        case .missingOperand(let name): "\(name) is missing"
        case .command(let name?, let nearest):
            "unknown command '\(name)'" + (nearest.map { " (did you mean \($0)?)" } ?? "")
        case .command(nil, _): "a command is missing"
        case .conflict(let text): text
        }
    }
}
