import Beacons
import Daemon
import Edge
import Glibc
import Presence
import Settings

extension Subcommand {
    static let calibrate = Subcommand(
        command: Command(
            name: "beckon calibrate",
            summary: """
                Measures a beacon and the room, and prints the lines for the configuration.

                It asks for the beacon at 1 m and then at 4 m from the box, and listens at each place: that gives
                measured_power and environment. With --tap it asks for ten taps on the reader, a second each with
                three seconds away in between: that gives tap.rssi. The beacon is the strongest that lies in a region
                of the configuration, or --beacon. Where nobody can press Enter, --seconds says how long each place
                lasts.
                """,
            options: Listening.places + [
                .init("beacon", value: "IDENTITY", "as ibeacon:UUID:MAJOR:MINOR; default: the strongest"),
                .init("tap", "ten taps instead of two places"),
                .init("seconds", value: "N", "for each place; default 30, for the taps 60"),
            ],
            example: """
                beckon calibrate --config config.yaml
                beckon calibrate --tap --beacon ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2
                beckon calibrate --source replay:metres.btsnoop --seconds 30 </dev/null
                """),
        run: { arguments in
            let listening = try Listening(arguments, needsRegions: false)
            let wanted = try arguments.value("beacon", as: "ibeacon:UUID:MAJOR:MINOR or the like", BeaconIdentity.init)
            let seconds = try arguments.value("seconds", as: "a number from 1 to 3600") { text in
                Int(text).flatMap { (1...3600).contains($0) ? $0 : nil }
            }
            let isGuided = isatty(STDIN_FILENO) == 1
            if !isGuided, seconds == nil {
                throw UsageError.conflict("standard input is no terminal: say with --seconds how long a place lasts")
            }
            let isTap = arguments.has("tap")
            let duration = Duration.seconds(seconds ?? (isTap ? 60 : 30))
            var surveyor = Surveyor(
                (isTap ? tapRequests : placeRequests).map { .init(request: $0, duration: duration) }, of: wanted,
                listening.configuration.presence, isGuided: isGuided)
            try listening.run(into: &surveyor)
            guard surveyor.isDone, let beacon = surveyor.beacon else { return }
            let regions = listening.configuration.presence.regions
            let text =
                isTap
                ? CalibrationLines.text(try TapCalibration(surveyor.levels[0]), beacon, regions)
                : CalibrationLines.text(
                    try Calibration(atOneMetre: surveyor.levels[0], atFourMetres: surveyor.levels[1]), beacon, regions)
            try OutputFile.standard().write(text)
        })

    private static let placeRequests = [
        "Put the beacon 1 m from the box, at its height, with nothing in between.",
        "Now put it 4 m from the box.",
    ]
    private static let tapRequests = [
        "Hold the beacon to the reader ten times, a second each; three seconds at arm's length in between."
    ]
}
