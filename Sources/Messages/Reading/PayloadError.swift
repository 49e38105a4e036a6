public import JSON

/// What is wrong with a payload, and where.
public struct PayloadError: Error, Hashable, Sendable {
    public enum Problem: Hashable, Sendable {
        case notJSON(JSONError)
        case missing
        /// The value is of another kind, or out of its range.
        case expected(String)
        /// Two places say different things.
        case contradicts(String)
    }

    /// The names from the outermost object to the field, with dots: `data.beacon.uuid`.
    public let path: String
    public let problem: Problem
}

extension PayloadError: CustomStringConvertible {
    public var description: String {
        switch problem {
        case .notJSON(let error): "not JSON: \(error)"
        case .missing: "\(path): missing"
        case .expected(let what): "\(path): expected \(what)"
        case .contradicts(let other): "\(path): contradicts \(other)"
        }
    }
}
