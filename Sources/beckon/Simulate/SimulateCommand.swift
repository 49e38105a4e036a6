import Daemon
import Settings

extension Subcommand {
    static let simulate = Subcommand(
        command: Command(
            name: "beckon simulate",
            summary: """
                Makes up a shop full of shoppers.

                They come in within the time that --over gives, walk past up to three shelves, stay at some, and leave.
                Each has an iBeacon: the UUID and major given, and a minor from 1. A gateway stands at each shelf, 8 m
                from the next. The same options make the same bytes.

                FILE ends in .btsnoop, .pcapng or .jsonl; with several gateways each has its own, as shop-1.btsnoop.
                Without FILE reports go to standard output, a line of JSON each, adapter hci0 being the first gateway.
                With --publish the gateways run: what they make of it goes to the broker, at the pace of life, as of
                now, and marked as simulated. What stays retained of them 'beckon gateway retire' takes away.
                """,
            operands: [.init("FILE", isRequired: false)],
            options: [
                .init("visitors", value: "N", "how many come, 1 to 65535; default 50"),
                .init("gateways", value: "N", "how many listen, 1 to 100; default 1"),
                .init("seed", value: "N", "another shop; default 1"),
                .init("over", value: "DURATION", "in what time they come in, up to 7d; default 10m"),
                .init("uuid", value: "UUID", "of their beacons; default the demo's, with --publish the first region's"),
                .init("major", value: "N", "of their beacons, 0 to 65535; default 1"),
                .init("start-at", value: "TIME", "of the capture; default 2026-01-01T09:00:00Z"),
                .init("publish", "to the broker instead"),
                .init("config", value: "FILE", "with --publish: the configuration; default \(Configuration.installed)"),
                .init(
                    "gateway-id", value: "ID", "with --publish: their names, one each; default sim-1, sim-2, …",
                    isRepeated: true),
            ],
            example: """
                beckon simulate --visitors 200 --seed 7 shop.btsnoop
                beckon simulate --visitors 3 --over 1m --gateways 2 | head
                beckon simulate --publish --config config.yaml --visitors 100 --gateway-id demo-gateway
                """),
        run: { arguments in
            let options = try SimulateOptions(arguments)
            guard options.isPublished else {
                return try SimulatedCapture.write(options.plan, to: arguments.operands.first, from: options.start)
            }
            let (configuration, warnings) = try Configuration.load(
                arguments["config"] ?? Configuration.installed, for: .gateway)
            let log = Log()
            for warning in warnings { log.warning("configuration", warning.message, ["at": warning.place]) }
            try SimulatedGateways(options, configuration, log).run()
        })
}
