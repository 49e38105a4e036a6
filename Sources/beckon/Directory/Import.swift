import ConsumerStore
import Daemon
import Engagement

extension Subcommand {
    static let importFiles = Subcommand(
        command: Command(
            name: "beckon import",
            summary: """
                Imports the consumer's directory: who enrolled, what there is, where it is sold.

                All of it in one transaction or, with every fault told at its line and column, nothing. A file of what
                is sold replaces the one of its name; visitors.json adds visitors and changes what it says of them: a
                later answer to a consent stands, and so does a refusal. Nobody is removed: see beckon erase. A
                running consumer goes by it within a second.
                Files: \(Directory.fileNames.joined(separator: " ")).
                """,
            operands: [.init("FOLDER|FILE", isRepeated: true)],
            options: ConsumerState.options + [.init("again", "also brings back those who were erased")],
            example: """
                beckon import deploy/demo/directory
                beckon import --config config.yaml selections.csv promotions.csv
                """),
        run: { arguments in
            let now = SystemClock.wallMilliseconds()
            let operands = arguments.operands
            let isFolder = operands.count == 1 && StateDirectory.exists(operands[0])
            let files = isFolder ? try DirectoryFiles(in: operands[0]) : try DirectoryFiles(operands)
            let state = try ConsumerState(arguments, by: "beckon import", at: now, mayBegin: true)
            guard let new = try state.store.take(files, again: arguments.has("again"), at: now, state.audit) else {
                throw CommandFailure(description: "\(operands[0]): no file of a directory is there")
            }
            let output = OutputFile.standard()
            try output.write(
                "imported \(new.files.keys.sorted().joined(separator: " ")): \(new.visitors.count) visitors, "
                    + "\(new.directory.items.count) items\n")
            if new.erased > 0 {
                try output.write("left out: \(new.erased) visitors who were erased (--again brings them back)\n")
            }
        })
}
