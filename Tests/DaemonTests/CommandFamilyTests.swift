import Testing

@testable import Daemon

@Suite("Commands of a program")
struct CommandFamilyTests {
    private let family = CommandFamily(
        name: "beckon-test", summary: "Does this and that.",
        commands: [
            Command(
                name: "beckon-test copy", summary: "Copies a file.\n\nAnd more.",
                operands: [.init("FROM"), .init("TO", isRequired: false)], options: [.init("all", "everything")],
                example: "beckon-test copy a b"),
            Command(
                name: "beckon-test show", summary: "Shows\nfiles.", operands: [.init("FILE", isRepeated: true)],
                options: [], example: "beckon-test show a b"),
        ])

    private func operands(_ words: String...) throws -> [String] {
        let command = try #require(try family.command(words[0]))
        guard case .run(let arguments) = try command.parse(Array(words.dropFirst())) else { return [] }
        return arguments.operands
    }

    @Test("Operands stand anywhere; behind -- everything is one, and a single hyphen is")
    func operands() throws {
        #expect(try operands("copy", "a") == ["a"])
        #expect(try operands("copy", "a", "--all", "b") == ["a", "b"])
        #expect(try operands("copy", "--", "--all", "-") == ["--all", "-"])
        #expect(try operands("show", "a", "b", "c") == ["a", "b", "c"])
    }

    @Test(
        "Whatever is wrong is said",
        arguments: [
            (["copy"], "FROM is missing"), (["copy", "a", "b", "c"], "unexpected argument 'c'"),
            (["show"], "FILE is missing"), (["show", "-v", "a"], "unexpected argument '-v'"),
        ])
    func wrong(words: [String], message: String) throws {
        let command = try #require(try family.command(words[0]))
        let error = #expect(throws: UsageError.self) { try command.parse(Array(words.dropFirst())) }
        #expect(error?.description == message)
    }

    @Test(
        "An unknown command names the nearest",
        arguments: [
            ("cpoy", "unknown command 'cpoy' (did you mean copy?)"),
            ("shw", "unknown command 'shw' (did you mean show?)"),
            ("xyzzy", "unknown command 'xyzzy'"), ("", "unknown command ''"), (nil, "a command is missing"),
        ] as [(String?, String)])
    func unknown(word: String?, message: String) {
        let error = #expect(throws: UsageError.self) { try family.command(word) }
        #expect(error?.description == message)
    }

    @Test("The overview has a line for each command, and help of a command its operands")
    func help() throws {
        #expect(try ["help", "--help", "--version"].allSatisfy { try family.command($0) == nil })
        #expect(
            family.overview("--help") == """
                Usage: beckon-test COMMAND [OPTION]…

                Does this and that.

                Commands:
                  copy  Copies a file
                  show  Shows files

                beckon-test COMMAND --help tells more, with an example.

                """)
        #expect(family.overview("--version") == "beckon-test \(Version.text)\n")
        let copy = try #require(try family.command("copy"))
        #expect(copy.help.hasPrefix("Usage: beckon-test copy FROM [TO] [OPTION]…\n\nCopies a file.\n"))
        #expect(try #require(try family.command("show")).help.hasPrefix("Usage: beckon-test show FILE… [OPTION]…\n"))
    }
}
