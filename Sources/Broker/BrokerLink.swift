public import Daemon
public import MQTT
import Synchronization

/// A program's end of the broker: its client, and what the client's thread has to tell the program's own.
public final class BrokerLink: Sendable {
    /// Readable while something waits.
    public let wake: Wake
    private let events: EventBox
    private let client: MQTTClient

    /// - Parameter receive: called on the client's thread with what has come, before any of it is acknowledged; where
    ///   it throws, all of it will come again.
    public init(
        _ options: MQTTOptions, log: Log, receive: @escaping @Sendable ([ReceivedMessage]) throws -> Void = { _ in }
    ) throws(SystemError) {
        let wake = try Wake()
        let events = EventBox()
        let journal = BrokerLog(log)
        self.wake = wake
        self.events = events
        client = MQTTClient(
            options,
            receive: { messages in
                try receive(messages)
                wake.signal()
            },
            event: { event in
                journal.note(event)
                let isFirst = events.waiting.withLock { waiting in
                    waiting.append(event)
                    return waiting.count == 1
                }
                if isFirst { wake.signal() }
            })
    }

    public func start() { client.start() }

    /// What has happened since the last call.
    public func takeEvents() -> [MQTTEvent] {
        wake.clear()
        return events.waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// `false`: not now; nothing is kept.
    public func publish(_ message: MQTTMessage, token: UInt64) -> Bool { client.publish(message, token: token) }

    /// For many messages at once: wakes the client's thread after the last.
    public func together<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try client.together(body)
    }

    /// Takes leave, with `farewell` where there is one, and ends, within 1.5 s.
    public func stop(farewell: MQTTMessage?) { client.stop(farewell: farewell) }
}

/// Bounded by what is in flight, and by one event an attempt to connect.
private final class EventBox: Sendable {
    let waiting = Mutex<[MQTTEvent]>([])
}
