import Daemon

/// One command of `beckon`: its command line and what it does.
struct Subcommand: Sendable {
    let command: Command
    let run: @Sendable (Arguments) throws -> Void
}

/// Why a command has not done what it was asked for.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
}
