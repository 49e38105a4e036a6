import Testing

@testable import Daemon

@Suite("Command line")
struct CommandTests {
    private let command = Command(
        name: "beckon-test", version: "1.2.3", summary: "Does what tests need.",
        options: [
            Command.Option("config", value: "FILE", "the configuration"),
            Command.Option("gateway-id", value: "ID", "the name of this box"),
            Command.Option("quiet", "says less"),
        ],
        example: "beckon-test --config a.yaml\nbeckon-test --quiet")

    private func arguments(_ words: String...) throws -> Arguments {
        guard case .run(let arguments) = try command.parse(words) else { throw UsageError.operand("help") }
        return arguments
    }

    @Test("Values stand behind a blank or an equals sign; flags stand alone")
    func values() throws {
        let given = try arguments("--config", "a.yaml", "--gateway-id=x=y", "--quiet")
        #expect(given["config"] == "a.yaml")
        #expect(given["gateway-id"] == "x=y")
        #expect(given.has("quiet"))
        let none = try arguments()
        #expect(none["config"] == nil)
        #expect(!none.has("quiet"))
        #expect(try arguments("--config=")["config"] == "")
        #expect(try arguments("--config", "--quiet")["config"] == "--quiet")
        #expect(try arguments("--quiet", "--").has("quiet"))
    }

    @Test(
        "Whatever is wrong is said",
        arguments: [
            (["--confg", "x"], "unknown option --confg (did you mean --config?)"),
            (["--gateway=x"], "unknown option --gateway (did you mean --gateway-id?)"),
            (["--xyz"], "unknown option --xyz"), (["--=x"], "unknown option --"),
            (["--config"], "--config needs a value: --config FILE"), (["--quiet=yes"], "--quiet takes no value"),
            (["--quiet", "--quiet"], "--quiet is given twice"), (["file"], "unexpected argument 'file'"),
            (["-c", "x"], "unexpected argument '-c'"), (["--", "--config"], "unexpected argument '--config'"),
        ])
    func wrong(words: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try command.parse(words) }
        #expect(error?.description == message)
    }

    @Test("Help tells options, exit codes and an example; version the version")
    func help() throws {
        #expect(try command.parse(["--quiet", "--version"]) == .show("beckon-test 1.2.3\n"))
        let help = """
            Usage: beckon-test [OPTION]…

            Does what tests need.

            Options:
              --config FILE    the configuration
              --gateway-id ID  the name of this box
              --quiet          says less
              --help           shows this text
              --version        shows the version

            Exit codes:
              0   done, or stopped when asked to
              1   failed; what it printed says why
              64  wrong command line
              78  wrong configuration file

            Example:
              beckon-test --config a.yaml
              beckon-test --quiet

            """
        #expect(try command.parse(["--help"]) == .show(help))
    }
}
