import Daemon
import MQTT
import Messages
import Settings

extension Subcommand {
    static let gateway = Subcommand(
        command: Command(
            name: "beckon gateway",
            summary: """
                Retires a gateway that will not come back: beckon gateway retire SITE/GATEWAY.

                All that the broker retains of it is cleared, and the consumer ends the visits that only it could have
                ended. A gateway that is online is left alone: stop it first.
                """,
            operands: [.init("retire"), .init("SITE/GATEWAY")],
            options: [
                .init("config", value: "FILE", "the consumer's configuration; default \(Configuration.installed)")
            ],
            example: """
                beckon gateway retire demo-shop/old-box
                """),
        run: { arguments in
            guard arguments.operands[0] == "retire" else { throw UsageError.operand(arguments.operands[0]) }
            guard let gateway = GatewayID(arguments.operands[1]) else {
                throw UsageError.conflict("'\(arguments.operands[1])': expected SITE/GATEWAY, as demo-shop/old-box")
            }
            let (configuration, _) = try Configuration.load(
                arguments["config"] ?? Configuration.installed, for: .consumer)
            let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
            let errand = try BrokerErrand(configuration, subscribing: ["\(topics.base)/\(gateway)/#"])
            let retained = errand.retained()
            let statusTopic = topics.text(.status(gateway))
            let status = retained.first { $0.topic == statusTopic }.flatMap { try? Status(parsing: $0.payload) }
            guard status?.state != .online, status?.state != .degraded else {
                throw CommandFailure(description: "\(gateway) is \(status?.state.rawValue ?? ""): stop it first")
            }
            guard !retained.isEmpty else {
                throw CommandFailure(description: "the broker knows nothing of \(gateway)")
            }
            // The status last: the consumer goes by it.
            for message in retained.filter({ $0.topic != statusTopic }) { try errand.clear(message.topic) }
            try errand.clear(statusTopic)
            try OutputFile.standard().write("\(gateway): retired, \(retained.count) retained messages cleared\n")
        })
}

extension BrokerErrand {
    fileprivate func clear(_ topic: String) throws {
        try publish(MQTTMessage(topic: topic, payload: [], isRetained: true))
    }
}
