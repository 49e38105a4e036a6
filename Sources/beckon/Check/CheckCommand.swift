import Daemon
import JSON
import Settings

extension Subcommand {
    static let check = Subcommand(
        command: Command(
            name: "beckon check",
            summary: """
                Checks a configuration, for every program that reads it.

                Everything that is wrong is told at once, each with its place, and the exit code is 78. Warnings and
                the longest topic are told, too. FILE is \(Configuration.installed) unless given.
                """,
            operands: [.init("FILE", isRequired: false)],
            options: [
                .init(
                    "print",
                    "shows the file with all that it includes, the defaults and each role's levels; passwords redacted"),
                .init("json", "one line of JSON"),
            ],
            exitCodes: [.ok, .usage, .configuration],
            example: """
                beckon check config.yaml
                beckon check --print /etc/beckon/config.yaml
                """),
        run: { arguments in
            let path = arguments.operands.first ?? Configuration.installed
            let output = OutputFile.standard()
            do {
                let (configuration, warnings) = try Configuration.load(path)
                let topic = LongestTopic(configuration)
                if arguments.has("print") {
                    try output.write(try Configuration.effectiveText(path))
                } else if arguments.has("json") {
                    try output.write(CheckJSON.line([], warnings, topic))
                } else {
                    let style = Style()
                    for warning in warnings { try output.write("\(style.yellow("warning")): \(warning)") }
                    for warning in topic.warnings { try output.write("\(style.yellow("warning")): \(warning)\n") }
                    try output.write(
                        "longest topic, \(topic.text.utf8.count) bytes, \(topic.slashes) slashes: \(topic.text)\n"
                            + "\(style.green("✓")) \(path)\n")
                }
            } catch let errors as ConfigurationErrors where arguments.has("json") {
                try output.write(CheckJSON.line(errors.faults, [], nil))
                ExitCode.configuration.exit()
            }
        })
}

/// What `check --json` prints.
private enum CheckJSON {
    static func line(_ errors: [Fault], _ warnings: [Fault], _ topic: LongestTopic?) -> String {
        var json = JSONWriter()
        json.object {
            $0.field("ok", errors.isEmpty)
            $0.field("errors") { write(errors, to: &$0) }
            $0.field("warnings") { write(warnings, to: &$0) }
            if let topic {
                $0.field("longest_topic", topic.text)
                $0.field("topic_warnings") { $0.array { list in topic.warnings.forEach { list.string($0) } } }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }

    private static func write(_ faults: [Fault], to json: inout JSONWriter) {
        json.array { list in
            for fault in faults {
                list.object {
                    $0.field("file", fault.path)
                    $0.field("line", fault.line)
                    $0.field("column", fault.column)
                    $0.field("message", fault.message)
                }
            }
        }
    }
}
