import Glibc

/// What a program of ours exits with.
public enum ExitCode: Int32, Sendable, CaseIterable {
    case ok = 0
    case failure = 1
    /// The command line is wrong (EX_USAGE of sysexits.h).
    case usage = 64
    /// The configuration is wrong (EX_CONFIG of sysexits.h).
    case configuration = 78

    /// As `--help` says it.
    var summary: String {
        switch self {
        case .ok: "done, or stopped when asked to"
        case .failure: "failed; what it printed says why"
        case .usage: "wrong command line"
        case .configuration: "wrong configuration file"
        }
    }

    /// Ends the process; says `text` first, on standard output when all is well and on standard error when not.
    public func exit(saying text: String = "") -> Never {
        let bytes = Array(text.utf8)
        _ = write(self == .ok ? STDOUT_FILENO : STDERR_FILENO, bytes, bytes.count)
        Glibc.exit(rawValue)
    }
}
