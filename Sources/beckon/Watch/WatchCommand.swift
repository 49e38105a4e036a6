import Broker
import Daemon
import MQTT
import Messages
import Settings

extension Subcommand {
    static let watch = Subcommand(
        command: Command(
            name: "beckon watch",
            summary: """
                Shows what goes over the broker, as it comes: events, presence, visits, gateways, notifications.

                FILTER is a word that the topic must hold, as a type, a region or a beacon, or an MQTT filter below
                topics.base, as demo-shop/+/event/enter/#. It connects as cli.broker says, under a client id of its
                own, and stays until Ctrl-C.
                """,
            operands: [.init("FILTER", isRequired: false)],
            options: [
                .init("config", value: "FILE", "the configuration; default \(Configuration.installed)"),
                .init("json", "each message as a line of JSON: topic, retained, payload"),
            ],
            example: """
                beckon watch
                beckon watch --json 'demo-shop/+/event/enter/#'
                """),
        run: { arguments in
            let signals = try Signals()
            let (configuration, warnings) = try Configuration.load(
                arguments["config"] ?? Configuration.installed, for: .tools)
            let log = Log()
            for warning in warnings { log.warning("configuration", warning.message, ["at": warning.place]) }
            let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
            let filter = try WatchFilter(arguments.operands.first, topics)
            let listener = try BrokerListener(configuration.cli.broker, log: log) { _ in filter.subscriptions }
            defer { listener.link.stop(farewell: nil) }
            let output = OutputFile.standard()
            let style = Style()
            while true {
                listener.wait(signals)
                if let signal = signals.next(within: .zero), signal != .reload { return }
                _ = listener.link.takeEvents()
                let (messages, missed) = listener.take()
                if missed > 0 { log.warning("watch", "more came than could be shown", ["missed": missed]) }
                var lines: [UInt8] = []
                for message in messages where filter.shows(message.topic) {
                    let line = WatchLine(message, topics)
                    lines += arguments.has("json") ? line.json : Array(line.text(style).utf8)
                    lines.append(UInt8(ascii: "\n"))
                }
                try output.write(lines)
            }
        })
}
