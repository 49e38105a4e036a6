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
        case inquiry(Inquiry)
        /// Home Assistant has started.
        case homeAssistantStarted
        /// What Home Assistant has been told of us, as the broker holds it.
        case homeAssistantKnows([UInt8])
    }

    /// Bytes of the longest message that is read: as much as a gateway sends, but for what it tells Home Assistant.
    private static let longest = 64 << 10
    private static let homeAssistant = "homeassistant/status"

    private let topics: Topics
    private let probe: String
    private let words: WordBox
    private let link: BrokerLink

    init(
        _ configuration: Configuration, topics: Topics, gateway: GatewayID, will: Outgoing, log: Log
    ) throws(SystemError) {
        let own = "\(topics.base)/\(gateway)"
        let probe = "\(own)/event/_probe/_/"
        let words = WordBox()
        var options = MQTTOptions(configuration.gateway.broker, clientID: "\(gateway.site):\(gateway.gateway)")
        options.sessionExpiry = .seconds(60)
        options.willDelay = .seconds(30)
        // The longest list of who opted out.
        options.longestMessage = 1 << 22
        options.will = MQTTMessage(will, topics)
        // What holds events back comes first: the retained states of a busy shop are more than a broker queues for one
        // client (mosquitto: 1,000 unless told otherwise), and what is beyond that is lost.
        options.subscriptions = [
            .init("\(topics.base)/_consumer/+/status"), .init("\(own)/ack"),
            .init(topics.text(.deny(site: gateway.site))), .init(probe + "+"), .init("\(own)/request"),
            .init("\(own)/status", ignoresOwn: true), .init("\(own)/region/#", ignoresOwn: true),
            .init("\(own)/presence/#", ignoresOwn: true),
        ]
        let discovery = topics.text(.discovery(gateway))
        if configuration.homeAssistant {
            options.subscriptions += [.init(discovery, ignoresOwn: true), .init(Self.homeAssistant)]
        }
        self.topics = topics
        self.probe = probe
        self.words = words
        link = try BrokerLink(options, log: log) { messages in
            for message in messages {
                if message.topic.hasPrefix(probe) {
                    if let nonce = UInt64(message.topic.dropFirst(probe.count)) { words.add(.probe(nonce: nonce)) }
                } else if message.topic == discovery {
                    if message.isRetained { words.add(.homeAssistantKnows(message.payload)) }
                } else if message.topic == Self.homeAssistant {
                    if !message.isRetained, message.payload.elementsEqual("online".utf8) {
                        words.add(.homeAssistantStarted)
                    }
                } else if let topic = topics.parse(message.topic) {
                    if topic == .request(gateway) {
                        words.add(.inquiry(Inquiry(message)))
                    } else if message.payload.count <= Self.longest || topic == .deny(site: gateway.site) {
                        words.add(.message(topic, message.payload, isRetained: message.isRetained))
                    }
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

    /// For many messages at once.
    func together<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) { try link.together(body) }

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
    /// The most of what is no state, and is no one's who must be heard.
    private static let mostOthers = 100

    private struct State {
        var words: [GatewayLink.Word] = []
        var others = 0
    }

    private let state = Mutex(State())

    func add(_ word: GatewayLink.Word) {
        state.withLock { state in
            if case .message = word {
                guard state.words.count < Self.capacity else { return }
            } else {
                guard state.others < Self.mostOthers else { return }
                state.others += 1
            }
            state.words.append(word)
        }
    }

    func take() -> [GatewayLink.Word] {
        state.withLock { state in
            defer { state = State() }
            return state.words
        }
    }
}

extension MQTTMessage {
    init(_ outgoing: Outgoing, _ topics: Topics) {
        self.init(
            topic: topics.text(outgoing.topic), payload: outgoing.payload, qos: outgoing.topic.qos,
            isRetained: outgoing.topic.isRetained, contentType: outgoing.topic.contentType,
            correlation: outgoing.correlation)
    }
}
