import CMosquitto
import Glibc
import Synchronization

/// A client of an MQTT broker: connects, stays connected, publishes and receives.
///
/// One thread owns the library's handle and runs the poll loop; the library's own loop ends for good after a refusal
/// by MQTT 5, and after a TLS failure without a word (measured).
public final class MQTTClient: Sendable {
    private let options: MQTTOptions
    private let receive: @Sendable ([ReceivedMessage]) throws -> Void
    private let event: @Sendable (MQTTEvent) -> Void
    private let mailbox = Mailbox()
    private let ended = EventDescriptor()
    private let isStarted = Mutex(false)

    /// - Parameters:
    ///   - receive: called on the client's thread with what has come, before any of it is acknowledged. Where it
    ///     throws, nothing is acknowledged, the connection is made anew, and the broker sends all of it again.
    ///   - event: called on the client's thread.
    public init(
        _ options: MQTTOptions, receive: @escaping @Sendable ([ReceivedMessage]) throws -> Void = { _ in },
        event: @escaping @Sendable (MQTTEvent) -> Void
    ) {
        self.options = options
        self.receive = receive
        self.event = event
    }

    /// Starts the thread, once; it holds the client until `stop`.
    public func start() {
        let isFirst = isStarted.withLock { started in
            defer { started = true }
            return !started
        }
        guard isFirst else { return }
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { client in
                guard let client else { return nil }
                Unmanaged<MQTTClient>.fromOpaque(client).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        precondition(code == 0, "no thread for MQTT: error \(code)")
        pthread_detach(thread)
    }

    /// Hands a message to the thread. `false`: not connected, or a thousand messages wait already; nothing is kept.
    ///
    /// - Parameter token: comes back with the acknowledgement.
    public func publish(_ message: MQTTMessage, token: UInt64) -> Bool {
        mailbox.post(Mailbox.Letter(message: message, token: token))
    }

    /// Wakes the thread once for all that `body` publishes, instead of as soon as it can.
    public func together<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try mailbox.together(body)
    }

    /// Publishes what waits and then `farewell`, takes leave of the broker so that the will is not said, and ends the
    /// thread. Returns within 1.5 s, if need be without all that: the thread then ends as soon as it can.
    ///
    /// Not to be called on the client's thread.
    public func stop(farewell: MQTTMessage? = nil) {
        mailbox.stop(farewell: farewell)
        guard isStarted.withLock({ $0 }) else { return }
        _ = ended.wait(atMost: .milliseconds(1500))
    }

    private func run() {
        beckon_name_thread("mqtt")
        var session = Session(options: options, mailbox: mailbox, receive: receive, event: event)
        session.run()
        ended.signal()
    }
}
