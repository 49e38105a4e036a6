import Broker
package import Daemon
package import MQTT
package import Messages
package import Outbox
package import Settings
import Synchronization

/// The gateway's end of the broker: what the client's thread has to tell the gateway's, and messages by their topic.
package final class BrokerLink: Sendable {
    /// What has happened, in order.
    enum News {
        case event(MQTTEvent)
        case message(Topic, [UInt8], isRetained: Bool)
        /// A probe has come back.
        case probe(nonce: UInt64)
    }

    /// The most that wait for the gateway's thread: all the retained states of a busy shop.
    private static let mostNews = 50_000

    /// Readable while news wait.
    let wake: Wake
    private let topics: Topics
    private let box: NewsBox
    private let client: MQTTClient
    private let probe: String

    package init(
        _ settings: BrokerSettings, topics: Topics, gateway: GatewayID, will: Outgoing, log: Log
    ) throws(SystemError) {
        let wake = try Wake()
        let box = NewsBox()
        let journal = BrokerLog(log)
        let probe = "\(topics.base)/\(gateway)/event/_probe/_/"
        self.wake = wake
        self.topics = topics
        self.box = box
        self.probe = probe
        client = MQTTClient(
            Self.options(settings, topics, gateway, will: will, probe: probe),
            receive: { messages in
                for message in messages {
                    if message.topic.hasPrefix(probe) {
                        guard let nonce = UInt64(message.topic.dropFirst(probe.count)) else { continue }
                        box.add(.probe(nonce: nonce), ifFewerThan: Self.mostNews)
                    } else if let topic = topics.parse(message.topic) {
                        box.add(
                            .message(topic, message.payload, isRetained: message.isRetained),
                            ifFewerThan: Self.mostNews)
                    }
                }
                wake.signal()
            },
            event: { event in
                journal.note(event)
                box.add(.event(event))
                wake.signal()
            })
    }

    private static func options(
        _ settings: BrokerSettings, _ topics: Topics, _ gateway: GatewayID, will: Outgoing, probe: String
    ) -> MQTTOptions {
        var options = MQTTOptions(settings, clientID: "\(gateway.site):\(gateway.gateway)")
        options.sessionExpiry = .seconds(60)
        options.willDelay = .seconds(30)
        options.will = MQTTMessage(will, topics)
        let own = "\(topics.base)/\(gateway)"
        options.subscriptions = [
            .init(probe + "+"), .init("\(own)/status", ignoresOwn: true), .init("\(own)/presence/#", ignoresOwn: true),
            .init("\(own)/region/#", ignoresOwn: true), .init("\(own)/ack"), .init("\(topics.base)/_consumer/+/status"),
        ]
        return options
    }

    func start() { client.start() }

    /// What has happened since the last call.
    func takeNews() -> [News] {
        wake.clear()
        return box.take()
    }

    /// `false`: not now; nothing is kept.
    func publish(_ outgoing: Outgoing, token: UInt64) -> Bool {
        client.publish(MQTTMessage(outgoing, topics), token: token)
    }

    /// Publishes what comes back only where we may write.
    func publish(probe nonce: UInt64) -> Bool {
        client.publish(MQTTMessage(topic: "\(probe)\(nonce)", payload: Array("probe".utf8)), token: 0)
    }

    /// - Parameter farewell: `nil`: another link goes on.
    func stop(farewell: Outgoing?) { client.stop(farewell: farewell.map { MQTTMessage($0, topics) }) }
}

/// Bounded by what is in flight, by one event an attempt to connect, and by what is dropped beyond `ifFewerThan`.
private final class NewsBox: Sendable {
    private let waiting = Mutex<[BrokerLink.News]>([])

    func add(_ news: BrokerLink.News, ifFewerThan limit: Int = .max) {
        waiting.withLock { if $0.count < limit { $0.append(news) } }
    }

    func take() -> [BrokerLink.News] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

extension MQTTMessage {
    package init(_ outgoing: Outgoing, _ topics: Topics) {
        self.init(
            topic: topics.text(outgoing.topic), payload: outgoing.payload, qos: outgoing.topic.qos,
            isRetained: outgoing.topic.isRetained, contentType: outgoing.topic.contentType)
    }
}
