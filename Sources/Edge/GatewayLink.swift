import Broker
import Daemon
import MQTT
import Messages
import Outbox
import Settings
import Synchronization

/// The gateway's end of the broker, by topics.
struct GatewayLink {
    /// Something that came.
    enum Word {
        case message(Topic, [UInt8], isRetained: Bool)
        /// A probe has come back.
        case probe(nonce: UInt64)
    }

    private let topics: Topics
    private let probe: String
    private let words: WordBox
    private let link: BrokerLink

    init(
        _ settings: BrokerSettings, topics: Topics, gateway: GatewayID, will: Outgoing, log: Log
    ) throws(SystemError) {
        let own = "\(topics.base)/\(gateway)"
        let probe = "\(own)/event/_probe/_/"
        let words = WordBox()
        var options = MQTTOptions(settings, clientID: "\(gateway.site):\(gateway.gateway)")
        options.sessionExpiry = .seconds(60)
        options.willDelay = .seconds(30)
        // The longest list of who opted out.
        options.longestMessage = 1 << 22
        options.will = MQTTMessage(will, topics)
        options.subscriptions = [
            .init(probe + "+"), .init("\(own)/status", ignoresOwn: true), .init("\(own)/presence/#", ignoresOwn: true),
            .init("\(own)/region/#", ignoresOwn: true), .init("\(own)/ack"), .init("\(topics.base)/_consumer/+/status"),
            .init(topics.text(.deny(site: gateway.site))),
        ]
        self.topics = topics
        self.probe = probe
        self.words = words
        link = try BrokerLink(options, log: log) { messages in
            for message in messages {
                if message.topic.hasPrefix(probe) {
                    if let nonce = UInt64(message.topic.dropFirst(probe.count)) { words.add(.probe(nonce: nonce)) }
                } else if let topic = topics.parse(message.topic) {
                    words.add(.message(topic, message.payload, isRetained: message.isRetained))
                }
            }
        }
    }

    func start() { link.start() }

    /// Readable while something waits.
    var wake: Wake { link.wake }

    /// What has happened since the last call, then what has come.
    func take() -> (events: [MQTTEvent], words: [Word]) { (link.takeEvents(), words.take()) }

    /// `false`: not now; nothing is kept.
    func publish(_ outgoing: Outgoing, token: UInt64) -> Bool {
        link.publish(MQTTMessage(outgoing, topics), token: token)
    }

    /// Publishes what comes back only where we may write.
    func publish(probe nonce: UInt64) -> Bool {
        link.publish(MQTTMessage(topic: "\(probe)\(nonce)", payload: Array("probe".utf8)), token: 0)
    }

    /// - Parameter farewell: `nil`: another link goes on.
    func stop(farewell: Outgoing?) { link.stop(farewell: farewell.map { MQTTMessage($0, topics) }) }
}

/// What came and was not taken yet.
private final class WordBox: Sendable {
    /// The most: all the retained states of a busy shop. What comes beyond it comes again with the next connection.
    private static let capacity = 50_000
    private let waiting = Mutex<[GatewayLink.Word]>([])

    func add(_ word: GatewayLink.Word) {
        waiting.withLock { if $0.count < Self.capacity { $0.append(word) } }
    }

    func take() -> [GatewayLink.Word] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

extension MQTTMessage {
    init(_ outgoing: Outgoing, _ topics: Topics) {
        self.init(
            topic: topics.text(outgoing.topic), payload: outgoing.payload, qos: outgoing.topic.qos,
            isRetained: outgoing.topic.isRetained, contentType: outgoing.topic.contentType)
    }
}
