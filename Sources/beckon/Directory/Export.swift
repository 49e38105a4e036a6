import ConsumerStore
import Daemon
import Engagement
import JSON
import Messages

extension Subcommand {
    static let export = Subcommand(
        command: Command(
            name: "beckon export",
            summary: """
                Exports all that the consumer keeps of one visitor, as JSON.

                Or with --all the directory, as files in a new folder from which beckon import makes the same one.
                """,
            operands: [.init("USER", isRequired: false)],
            options: ConsumerState.options + [.init("all", value: "FOLDER", "the directory's files, in a new folder")],
            example: """
                beckon export q4x9-stout > q4x9-stout.json
                beckon export --all backup
                """),
        run: { arguments in
            let now = SystemClock.wallMilliseconds()
            guard (arguments["all"] == nil) != arguments.operands.isEmpty else {
                throw UsageError.missingOperand("USER, or --all FOLDER")
            }
            let state = try ConsumerState(arguments, by: "beckon export", at: now)
            let content = try state.store.directory().content
            if let folder = arguments["all"] {
                for (name, bytes) in content.allFiles.sorted(by: { $0.key < $1.key }) {
                    try StateDirectory.make(folder)
                    try OutputFile(creating: "\(folder)/\(name)").write(bytes)
                }
                return try state.audit.note([.exported(person: nil)], at: now)
            }
            guard let user = arguments.operands.first, let visitor = content.visitors.first(where: { $0.id == user })
            else { throw CommandFailure(description: "nobody is known by the id \(arguments.operands[0])") }
            let records = try state.store.records(of: visitor, state.keyring)
            try OutputFile.standard().write(PersonExport.text(visitor, records))
            try state.audit.note([.exported(person: try state.store.aliases()[user])], at: now)
        })
}

/// All that is kept of a person, for the person.
enum PersonExport {
    /// Columns that are Unix milliseconds.
    private static let times: Set = ["at", "expires_at", "since", "last_present"]

    static func text(_ visitor: Visitor, _ records: [PersonRecords]) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.name("visitor")
            visitor.write(to: &$0)
            for table in records {
                $0.name(table.table)
                $0.array { list in
                    for row in table.rows { list.object { write(row, to: &$0) } }
                }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private static func write(_ row: [PersonRecords.Field], to json: inout JSONWriter) {
        for field in row {
            let time = times.contains(field.name) ? Int64(field.value).map { Timestamp.text($0) } : nil
            json.field(field.name, time ?? field.value)
        }
    }
}
