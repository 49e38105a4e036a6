/// A program's command line as one table: parsing, `--help` and `--version` all come from it.
public struct Command: Sendable {
    /// One `--name`.
    public struct Option: Sendable {
        let name: String
        /// What stands for the value in the help, as `FILE`; `nil`: a flag.
        let value: String?
        let summary: String

        public init(_ name: String, value: String? = nil, _ summary: String) {
            self.name = name
            self.value = value
            self.summary = summary
        }

        fileprivate var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
    }

    /// What a command line asks for.
    public enum Request: Sendable, Equatable {
        case run(Arguments)
        /// Only this text: help or version.
        case show(String)
    }

    public let name: String
    public let version: String
    let summary: String
    let options: [Option]
    let exitCodes: [ExitCode]
    let example: String

    /// - Parameters:
    ///   - summary: what the program does, in a sentence or more; lines as they shall stand.
    ///   - example: command lines, each with what it does.
    public init(
        name: String, version: String, summary: String, options: [Option], exitCodes: [ExitCode] = ExitCode.allCases,
        example: String
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.options =
            options + [Option("help", "shows this text"), Option("version", "shows the version")]
        self.exitCodes = exitCodes
        self.example = example
    }

    /// The process's own arguments. Where they ask for help it prints it, where they are wrong it says so, and ends.
    public func arguments() -> Arguments {
        do throws(UsageError) {
            switch try parse(Array(Swift.CommandLine.arguments.dropFirst())) {
            case .run(let arguments): return arguments
            case .show(let text): ExitCode.ok.exit(saying: text)
            }
        } catch {
            fail(error)
        }
    }

    /// Says what is wrong with the command line, and ends.
    public func fail(_ error: UsageError) -> Never {
        ExitCode.usage.exit(saying: "\(name): \(error)\nTry '\(name) --help'.\n")
    }

    /// Reads `--name value`, `--name=value` and flags; `--` ends the options.
    public func parse(_ words: [String]) throws(UsageError) -> Request {
        var values: [String: String] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), word != "--" else {
                guard let operand = word == "--" ? rest.first : word else { break }
                throw .operand(operand)
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = options.first(where: { $0.name == name }) else {
                throw .unknown(name, nearest: nearest(name))
            }
            var value = parts.count > 1 ? String(parts[1]) : nil
            if option.value == nil {
                guard value == nil else { throw .notTaken(name) }
                value = ""
            } else {
                value = value ?? rest.popFirst()
            }
            guard let value else { throw .missing(name, option.value ?? "") }
            guard values.updateValue(value, forKey: name) == nil else { throw .repeated(name) }
        }
        if values["help"] != nil { return .show(help) }
        if values["version"] != nil { return .show("\(name) \(version)\n") }
        return .run(Arguments(values: values))
    }

    /// What `--help` shows.
    public var help: String {
        let width = (options.map(\.usage.count).max() ?? 0) + 2
        func row(_ left: String, _ width: Int, _ right: String) -> String {
            "  \(left)\(String(repeating: " ", count: max(width - left.count, 1)))\(right)\n"
        }
        return """
            Usage: \(name) [OPTION]…

            \(summary)

            Options:
            \(options.map { row($0.usage, width, $0.summary) }.joined())
            Exit codes:
            \(exitCodes.map { row("\($0.rawValue)", 4, $0.summary) }.joined())
            Example:
            \(example.split(separator: "\n").map { "  \($0)\n" }.joined())
            """
    }

    /// The option that begins most like `name`, where at least two characters agree.
    private func nearest(_ name: String) -> String? {
        func agreement(_ option: Option) -> Int { zip(option.name, name).prefix { $0 == $1 }.count }
        let best = options.max { agreement($0) < agreement($1) }
        return best.flatMap { agreement($0) >= 2 ? $0.name : nil }
    }
}
