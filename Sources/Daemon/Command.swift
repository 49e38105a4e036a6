/// The command line of a program, or of one of its commands, as one table: parsing and `--help` come from it.
public struct Command: Sendable {
    /// What stands without a name, after the options or between them.
    public struct Operand: Sendable {
        let name: String
        let isRequired: Bool
        /// Takes all that follow.
        let isRepeated: Bool

        public init(_ name: String, isRequired: Bool = true, isRepeated: Bool = false) {
            self.name = name
            self.isRequired = isRequired
            self.isRepeated = isRepeated
        }

        var usage: String {
            let name = isRepeated ? "\(name)…" : name
            return isRequired ? " \(name)" : " [\(name)]"
        }
    }

    /// One `--name`.
    public struct Option: Sendable {
        let name: String
        /// What stands for the value in the help, as `FILE`; `nil`: a flag.
        let value: String?
        let summary: String
        /// May be given more than once.
        let isRepeated: Bool

        public init(_ name: String, value: String? = nil, _ summary: String, isRepeated: Bool = false) {
            self.name = name
            self.value = value
            self.summary = summary
            self.isRepeated = isRepeated
        }

        var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
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
    let operands: [Operand]
    let options: [Option]
    let exitCodes: [ExitCode]
    let example: String

    /// - Parameters:
    ///   - name: with its program's before it, as `beckon scan`.
    ///   - summary: what the program does, in a sentence or more; lines as they shall stand.
    ///   - example: command lines, each with what it does.
    public init(
        name: String, version: String = Version.text, summary: String, operands: [Operand] = [], options: [Option],
        exitCodes: [ExitCode] = ExitCode.allCases, example: String
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.operands = operands
        self.options =
            options + [Option("help", "shows this text"), Option("version", "shows the version")]
        self.exitCodes = exitCodes
        self.example = example
    }

    /// The process's own arguments. Where they ask for help it prints it, where they are wrong it says so, and ends.
    public func arguments() -> Arguments { arguments(Array(Swift.CommandLine.arguments.dropFirst())) }

    func arguments(_ words: [String]) -> Arguments {
        do throws(UsageError) {
            switch try parse(words) {
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

    /// Reads `--name value`, `--name=value`, flags and operands; `--` ends the options. A single hyphen is an operand.
    /// `--man` alone, which only who makes the package needs, asks for the manual page.
    public func parse(_ words: [String]) throws(UsageError) -> Request {
        if words == ["--man"] { return .show(manual) }
        var values: [String: String] = [:]
        var repeated: [String: [String]] = [:]
        var found: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word != "--" else {
                found += rest
                break
            }
            guard word.hasPrefix("--") else {
                // Where no operand is wanted it is told below, as any other; -c is nobody's.
                guard word == "-" || !word.hasPrefix("-") else { throw .operand(word) }
                found.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = options.first(where: { $0.name == name }) else {
                throw .unknown(name, nearest: nearest(to: name, in: options.map(\.name)))
            }
            var value = parts.count > 1 ? String(parts[1]) : nil
            if option.value == nil {
                guard value == nil else { throw .notTaken(name) }
                value = ""
            } else {
                value = value ?? rest.popFirst()
            }
            guard let value else { throw .missing(name, option.value ?? "") }
            repeated[name, default: []].append(value)
            guard values.updateValue(value, forKey: name) == nil || option.isRepeated else { throw .repeated(name) }
        }
        if values["help"] != nil { return .show(help) }
        if values["version"] != nil { return .show("\(name) \(version)\n") }
        try check(found)
        return .run(Arguments(values: values, repeated: repeated, operands: found))
    }

    /// - Throws: where there are too few operands or too many.
    private func check(_ found: [String]) throws(UsageError) {
        if let missing = operands.dropFirst(found.count).first(where: \.isRequired) {
            throw .missingOperand(missing.name)
        }
        if found.count > operands.count, operands.last?.isRepeated != true { throw .operand(found[operands.count]) }
    }

    /// The first sentence of the summary.
    var headline: String {
        summary.prefix { $0 != "." }.split(separator: "\n").joined(separator: " ")
    }

    /// What `--help` shows.
    public var help: String {
        return """
            Usage: \(name)\(operands.map(\.usage).joined()) [OPTION]…

            \(summary)

            Options:
            \(Self.table(options.map { ($0.usage, $0.summary) }))
            Exit codes:
            \(Self.table(exitCodes.map { ("\($0.rawValue)", $0.summary) }))
            Example:
            \(example.split(separator: "\n").map { "  \($0)\n" }.joined())
            """
    }

    /// Two columns.
    static func table(_ rows: [(left: String, right: String)]) -> String {
        let width = (rows.map(\.left.count).max() ?? 0) + 2
        return rows.map { row in
            "  \(row.left)\(String(repeating: " ", count: width - row.left.count))\(row.right)\n"
        }.joined()
    }
}
