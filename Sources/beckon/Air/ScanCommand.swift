import Captures
import Daemon
import Edge
import Glibc
import Settings

extension Subcommand {
    static let scan = Subcommand(
        command: Command(
            name: "beckon scan",
            summary: """
                Shows what is in the air.

                On a terminal a live table: identity, level, distance, rate, regions. Keys: s sorts by level, rate,
                name or age, f shows beacons only, those in regions only, or all, q ends. Otherwise, or with --json,
                a line of JSON for each report, as in a .jsonl capture.
                """,
            options: Listening.options + [.init("json", "lines of JSON on a terminal, too")],
            example: """
                beckon scan --config config.yaml
                beckon scan --source simulated
                beckon scan --for 10s | wc -l
                """),
        run: { arguments in
            let listening = try Listening(arguments, needsRegions: false)
            if isatty(STDOUT_FILENO) == 1, !arguments.has("json") {
                let configuration = listening.configuration.presence
                var screen = ScanScreen(AirTable(configuration))
                try listening.run(into: &screen, log: Log(level: .error))
                return
            }
            var recorder = Recorder(.jsonLines, to: .standard())
            if case .replay(let path) = listening.source {
                try recorder.copy(try CaptureFile(path))
            } else {
                try listening.run(into: &recorder)
            }
        })
}
