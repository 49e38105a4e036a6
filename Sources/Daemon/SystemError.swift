import Glibc

/// A system call that failed.
public struct SystemError: Error, Equatable, CustomStringConvertible {
    /// What was attempted, for people.
    public let call: String
    /// The value of `errno`.
    public let code: Int32

    /// - Parameter code: `errno` as the call left it, unless given.
    init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    /// The system's own words for the code.
    public var reason: String { String(cString: strerror(code)) }

    public var description: String { "\(call): \(reason)" }
}
