import Broker
import Daemon
import MQTT
import Messages
import Settings

/// One question to a gateway, over the broker, and its answer.
struct GatewayQuestion {
    let question: Request.Question
    let gateway: GatewayID

    /// For the connection, and for the answer.
    private static let patience: Duration = .seconds(10)

    /// What the gateway says.
    func ask(_ configuration: Configuration, _ signals: borrowing Signals) throws -> Response.Outcome {
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let listener = try BrokerListener(configuration.cli.broker, log: Log(level: .error)) {
            [topics.text(.response(gateway, client: $0))]
        }
        defer { listener.link.stop(farewell: nil) }
        // With MQTT 5 the topic and the correlation say where the answer belongs, else the id does.
        let id = "\(listener.clientID):1"
        let message = MQTTMessage(
            topic: topics.text(.request(gateway)), payload: Request(id: id, question).rendered(),
            contentType: Topic.request(gateway).contentType,
            responseTopic: topics.text(.response(gateway, client: listener.clientID)), correlation: Array(id.utf8))
        let deadline = SystemClock.monotonicMicroseconds() + Self.patience.components.seconds * 1_000_000
        var fault: String?
        while SystemClock.monotonicMicroseconds() < deadline {
            listener.wait(until: deadline, signals)
            if signals.next(within: .zero) != nil { ExitCode.ok.exit() }
            for event in listener.link.takeEvents() {
                switch event {
                case .connected:
                    fault = nil
                    _ = listener.link.publish(message, token: 0)
                case .disconnected(_, let why, _): fault = "\(why)"
                case .acknowledged(_, let refusal?): fault = "the broker refuses the question: \(refusal)"
                case .subscriptionRefused(_, let reason): fault = "the broker refuses the subscription: \(reason)"
                case .acknowledged, .steady, .takenOver: break
                }
            }
            for message in listener.take().messages {
                if let response = try? Response(parsing: message.payload), response.id == id { return response.outcome }
            }
        }
        let silence =
            "no answer; is that its name (gateway.id, --gateway-id), is it connected to this broker, and may "
            + "cli.broker's user ask it?"
        throw CommandFailure(description: "\(gateway) was asked over the broker: \(fault ?? silence)")
    }
}
