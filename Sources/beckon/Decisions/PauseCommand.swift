import Daemon
import Engagement
import MQTT
import Messages
import Settings

extension Subcommand {
    private static let options: [Command.Option] = [
        .init("config", value: "FILE", "the consumer's configuration; default \(Configuration.installed)")
    ]

    static let pause = Subcommand(
        command: Command(
            name: "beckon pause",
            summary: """
                Stops a site's notifications at once, also those that wait, until beckon resume.

                It is a retained message at the broker, and the consumer keeps it: a restart changes nothing.
                """,
            operands: [.init("SITE")], options: options + [.init("reason", value: "TEXT", "is kept with it")],
            example: """
                beckon pause demo-shop --reason stocktaking
                """),
        run: { try say($0, isPaused: true) })

    static let resume = Subcommand(
        command: Command(
            name: "beckon resume", summary: "Lets a site's notifications go on after beckon pause.",
            operands: [.init("SITE")], options: options,
            example: """
                beckon resume demo-shop
                """),
        run: { try say($0, isPaused: false) })

    private static func say(_ arguments: Arguments, isPaused: Bool) throws {
        let (configuration, _) = try Configuration.load(arguments["config"] ?? Configuration.installed, for: .consumer)
        let site = arguments.operands[0]
        guard configuration.consumer.sites.contains(where: { $0.name == site }) else {
            throw CommandFailure(description: "the configuration has no site \(site)")
        }
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let paused = Paused(
            at: SystemClock.wallMilliseconds(), isPaused: isPaused, reason: arguments["reason"] ?? "by hand")
        let topic = Topic.paused(site: site)
        let errand = try BrokerErrand(configuration)
        try errand.publish(
            MQTTMessage(
                topic: topics.text(topic), payload: paused.rendered(), isRetained: true,
                contentType: topic.contentType))
        try OutputFile.standard().write("\(site) \(isPaused ? "is paused" : "goes on")\n")
    }
}
