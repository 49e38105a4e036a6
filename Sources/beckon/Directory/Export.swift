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
