import Broker
import ConsumerStore
import Daemon
import Glibc
import MQTT
import Messages
import Synchronization

/// The running consumer: the client's thread commits what comes, and the main thread does all else.
final class Consumer: Sendable {
    /// Both threads' model. The store is used under the lock only.
    struct State: ~Copyable {
        var core: ConsumerCore
        let store: ConsumerStore
    }

    private struct Events {
        var waiting: [MQTTEvent] = []
    }

    private let state: Mutex<State>
    private let events = Mutex(Events())
    private let wake: Wake
    private let log: Log
    private let journal: ConsumerJournal
    private let brokerLog: BrokerLog
    private let status: ConsumerStatus

    init(_ state: consuming sending State, status: ConsumerStatus, log: Log) throws(SystemError) {
        self.state = Mutex(state)
        self.status = status
        self.log = log
        journal = ConsumerJournal(log: log)
        brokerLog = BrokerLog(log)
        wake = try Wake()
    }

    /// Runs until it is asked to stop.
    func run(_ options: MQTTOptions, _ signals: borrowing Signals, _ notifier: ServiceNotifier) {
        let client = MQTTClient(
            options, receive: { [self] in try receive($0) },
            event: { [self] event in
                events.withLock { $0.waiting.append(event) }
                wake.signal()
            })
        client.start()
        notifier.ready()
        var isConnected = false
        while !isAskedToStop(signals) {
            wake.clear()
            for event in takeEvents() { handle(event, client, &isConnected) }
            advance()
            if isConnected { publish(by: client) }
            notifier.alive()
            wait(signals.descriptor, patience: notifier.watchdogInterval)
        }
        notifier.stopping()
        client.stop(farewell: status.message(.offline, at: SystemClock.wallMilliseconds()))
    }

    /// On the client's thread, before anything is acknowledged: what it throws keeps the messages at the broker.
    private func receive(_ messages: [ReceivedMessage]) throws {
        do {
            journal.note(
                try state.withLock { state in
                    try state.core.receive(messages, at: SystemClock.wallMilliseconds(), in: state.store)
                })
        } catch {
            log.limited(.error, "store", "cannot keep what came; it will come again", ["error": "\(error)"])
            throw error
        }
        wake.signal()
    }

    private func takeEvents() -> [MQTTEvent] {
        events.withLock { events in
            defer { events.waiting = [] }
            return events.waiting
        }
    }

    private func handle(_ event: MQTTEvent, _ client: MQTTClient, _ isConnected: inout Bool) {
        brokerLog.note(event)
        switch event {
        case .connected:
            isConnected = true
            // The queue's tokens begin at 1.
            _ = client.publish(status.message(.online, at: SystemClock.wallMilliseconds()), token: 0)
        case .disconnected:
            isConnected = false
            state.withLock { $0.core.disconnected() }
        case .acknowledged(let token, let refusal):
            keep { state throws in
                try state.core.acknowledged(token, isRefused: refusal != nil, in: state.store)
                return []
            }
        case .subscriptionRefused, .takenOver: break
        }
    }

    private func advance() {
        keep { state throws in try state.core.advance(to: SystemClock.wallMilliseconds(), in: state.store) }
    }

    private func publish(by client: MQTTClient) {
        keep { state throws in
            let (messages, withdrawn) = try state.core.attempts(
                at: SystemClock.wallMilliseconds(), in: state.store)
            for (token, message) in messages where client.publish(message, token: token) {
                state.core.attempted(token)
            }
            return withdrawn
        }
    }

    /// Says what came of it; a store that fails is said, and the consumer goes on.
    private func keep(_ work: (inout State) throws -> [ConsumerOutput]) {
        do {
            journal.note(try state.withLock { try work(&$0) })
        } catch {
            log.limited(.error, "store", "cannot write", ["error": "\(error)"])
        }
    }

    private func isAskedToStop(_ signals: borrowing Signals) -> Bool {
        while let signal = signals.next(within: .zero) {
            if signal != .reload { return true }
        }
        return false
    }

    /// Until a signal, a message, the next deadline, or `patience` is over.
    private func wait(_ signals: Int32, patience: Duration?) {
        let deadline = state.withLock { $0.core.nextDeadline }
        let untilDeadline = deadline.map { max($0 - SystemClock.wallMilliseconds(), 0) }
        let milliseconds = [untilDeadline, patience.map(\.inMilliseconds)].compactMap(\.self).min()
        var descriptors = [signals, wake.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&descriptors, nfds_t(descriptors.count), milliseconds.map { Int32(clamping: $0) } ?? -1)
    }
}

extension Duration {
    fileprivate var inMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
