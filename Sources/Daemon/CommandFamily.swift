/// The command line of a program that has commands: `beckon COMMAND …`.
public struct CommandFamily: Sendable {
    let name: String
    let summary: String
    let commands: [Command]

    /// - Parameters:
    ///   - summary: what the program is for; lines as they shall stand.
    ///   - commands: each named `NAME COMMAND`.
    public init(name: String, summary: String, commands: [Command]) {
        self.name = name
        self.summary = summary
        self.commands = commands
    }

    /// What the process's own arguments ask for. Where they ask for help it prints it, where they are wrong it says so,
    /// and ends.
    public func arguments() -> (command: Command, arguments: Arguments) {
        let words = Swift.CommandLine.arguments.dropFirst()
        do throws(UsageError) {
            guard let command = try command(words.first) else { ExitCode.ok.exit(saying: overview(words.first)) }
            return (command, command.arguments(Array(words.dropFirst())))
        } catch {
            ExitCode.usage.exit(saying: "\(name): \(error)\nTry '\(name) --help'.\n")
        }
    }

    /// The command of that name; `nil` where the word asks for help or version.
    func command(_ word: String?) throws(UsageError) -> Command? {
        if let word, ["help", "--help", "--version", "--man", "--completion"].contains(word) { return nil }
        if let found = commands.first(where: { word != nil && $0.name == "\(name) \(word ?? "")" }) { return found }
        let known = commands.map(shortName)
        throw .command(word, nearest: word.flatMap { nearest(to: $0, in: known) })
    }

    /// What `--help` shows, or `--version`; or, for who makes the package, the manual page or the completion.
    func overview(_ word: String?) -> String {
        switch word {
        case "--version": return "\(name) \(Version.text)\n"
        case "--man": return manual
        case "--completion": return completion
        default: break
        }
        let rows = commands.map { (shortName(of: $0), $0.headline) }
        return """
            Usage: \(name) COMMAND [OPTION]…

            \(summary)

            Commands:
            \(Command.table(rows))
            \(name) COMMAND --help tells more, with an example.

            """
    }

    func shortName(of command: Command) -> String { String(command.name.dropFirst(name.count + 1)) }
}
