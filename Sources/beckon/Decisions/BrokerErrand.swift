import Broker
import Daemon
import MQTT
import Messages
import Settings

/// A short visit to the consumer's broker: to publish a few retained messages, each acknowledged, or to look at some.
final class BrokerErrand {
    /// Microseconds: for the connection and each answer, and for retained messages to have come.
    private static let (patience, quiet): (Int64, Int64) = (10_000_000, 1_000_000)

    private let link: BrokerLink
    private let inbox: Inbox

    /// Connects, or says why not.
    init(_ configuration: Configuration, subscribing filters: [String] = []) throws {
        let settings = configuration.consumer.broker
        let name = "\(settings.username ?? "beckon")-cli-\(RandomName.base32(8))"
        var options = MQTTOptions(settings, clientID: name)
        options.subscriptions = filters.map { .init($0) }
        let inbox = Inbox()
        link = try BrokerLink(options, log: Log()) { messages in inbox.add(messages) }
        self.inbox = inbox
        link.start()
        try wait("no connection to the broker") { event in if case .connected = event { true } else { false } }
    }

    deinit { link.stop(farewell: nil) }

    /// Publishes, and waits for the broker to have it.
    func publish(_ message: MQTTMessage) throws {
        guard link.publish(message, token: 1) else { throw CommandFailure(description: "the connection is lost") }
        var refusal: MQTTReason?
        try wait("no answer from the broker") { event in
            guard case .acknowledged(_, let reason) = event else { return false }
            refusal = reason
            return true
        }
        if let refusal {
            throw CommandFailure(
                description: "the broker refuses it: \(refusal). May the consumer write \(message.topic)?")
        }
    }

    /// What was retained of the subscriptions: comes in one go, so that a second without more is the end.
    func retained() -> [ReceivedMessage] {
        var count = -1
        while inbox.count != count {
            count = inbox.count
            Descriptors.wait([], until: SystemClock.monotonicMicroseconds() + Self.quiet)
        }
        return inbox.messages.filter(\.isRetained)
    }

    private func wait(_ failure: String, for isIt: (MQTTEvent) -> Bool) throws {
        let deadline = SystemClock.monotonicMicroseconds() + Self.patience
        while SystemClock.monotonicMicroseconds() < deadline {
            if link.takeEvents().contains(where: isIt) { return }
            Descriptors.wait([link.wake.descriptor], until: deadline)
        }
        throw CommandFailure(description: "\(failure) within \(Self.patience / 1_000_000) s")
    }
}
