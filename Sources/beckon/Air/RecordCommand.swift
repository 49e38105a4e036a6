import Captures
import Daemon
import Edge
import Presence
import Settings

extension Subcommand {
    static let record = Subcommand(
        command: Command(
            name: "beckon record",
            summary: """
                Records what is in the air, or converts a capture.

                FILE ends in .btsnoop (btmon and Wireshark open it), .pcapng (Wireshark) or .jsonl (a report a line).
                Only what lies in a region of the configuration is recorded. --all records everything, strangers'
                phones among it, and ends after 10 minutes unless --for says otherwise. Ctrl-C ends it cleanly.
                With --source replay:FILE a capture is copied, with its own times, at once.
                """,
            operands: [.init("FILE")], options: [.init("all", "not only what lies in regions")] + Listening.options,
            example: """
                beckon record --config config.yaml walk.btsnoop
                beckon record --all --for 30s air.pcapng
                beckon record --all --source replay:walk.btsnoop walk.jsonl
                """),
        run: { arguments in
            let path = arguments.operands[0]
            guard let format = CaptureFormat(path: path) else {
                throw UsageError.conflict("FILE '\(path)': expected a name that ends in .btsnoop, .pcapng or .jsonl")
            }
            let isAll = arguments.has("all")
            let listening = try Listening(arguments, needsRegions: !isAll)
            let capture: CaptureFile? =
                if case .replay(let source) = listening.source { try CaptureFile(source) } else { nil }
            let regions = isAll ? nil : AirRegions(listening.configuration.presence.regions)
            var recorder = Recorder(format, to: try OutputFile(creating: path), only: regions)
            if let capture {
                try recorder.copy(capture)
            } else {
                if isAll {
                    Log().warning("record", "strangers' devices are recorded too: in many countries personal data")
                }
                try listening.run(into: &recorder, atMost: isAll ? .seconds(600) : nil)
            }
            Log().info("record", "done", ["file": path, "reports": recorder.reports])
        })
}
