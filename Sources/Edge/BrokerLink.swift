import Broker
import Daemon
import MQTT
import Messages
import Synchronization

/// The gateway's end of the broker: what the client's thread has to tell the gateway's, and messages by their topic.
final class BrokerLink: Sendable {
    /// Readable while events wait.
    let wake: Wake
    private let topics: Topics
    private let events: EventBox
    private let client: MQTTClient

    init(_ options: MQTTOptions, topics: Topics, log: Log) throws(SystemError) {
        let wake = try Wake()
        let events = EventBox()
        let journal = BrokerLog(log)
        self.wake = wake
        self.topics = topics
        self.events = events
        client = MQTTClient(options) { event in
            journal.note(event)
            events.waiting.withLock { $0.append(event) }
            wake.signal()
        }
    }

    func start() { client.start() }

    /// What has happened since the last call.
    func takeEvents() -> [MQTTEvent] {
        wake.clear()
        return events.waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// `false`: not now; nothing is kept.
    func publish(_ outgoing: Outgoing, token: UInt64) -> Bool {
        client.publish(MQTTMessage(outgoing, topics), token: token)
    }

    func stop(farewell: Outgoing) { client.stop(farewell: MQTTMessage(farewell, topics)) }
}

/// Bounded by what is in flight, and by one event an attempt to connect.
private final class EventBox: Sendable {
    let waiting = Mutex<[MQTTEvent]>([])
}

extension MQTTMessage {
    init(_ outgoing: Outgoing, _ topics: Topics) {
        self.init(
            topic: topics.text(outgoing.topic), payload: outgoing.payload, qos: outgoing.topic.qos,
            isRetained: outgoing.topic.isRetained, contentType: outgoing.topic.contentType)
    }
}
