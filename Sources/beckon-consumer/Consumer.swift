import Broker
import ConsumerStore
import Daemon
import Engagement
import HTTPClient
import MQTT
import Messages
import Presence
import Synchronization

/// The running consumer: the client's thread commits what comes, and the main thread does all else.
final class Consumer: Sendable {
    /// Both threads' model. The store is used under the lock only.
    struct State: ~Copyable {
        var core: ConsumerCore
        let store: ConsumerStore
        var phones = PhoneDesk()
    }

    private let state: Mutex<State>
    private let log: Log
    private let journal: ConsumerJournal
    private let status: ConsumerStatus
    /// `nil`: there are no pages.
    private let web: Web?

    /// Milliseconds: an hour, so that no sum overflows.
    private static let longestWait: Int64 = 3_600_000

    init(_ state: consuming sending State, status: ConsumerStatus, _ journal: ConsumerJournal, web: Web? = nil) {
        self.state = Mutex(state)
        self.status = status
        self.journal = journal
        self.web = web
        log = journal.log
    }

    /// What is decided by now.
    var directory: Directory { state.withLock { $0.core.decider.directory } }

    /// Reads what is known by now.
    func look<Value: Sendable>(_ body: (borrowing ConsumerCore) -> Value) -> Value {
        state.withLock { body($0.core) }
    }

    /// Runs until it is asked to stop.
    func run(
        _ options: MQTTOptions, _ signals: borrowing Signals, _ notifier: ServiceNotifier,
        _ housekeeper: consuming Housekeeper
    ) throws(SystemError) {
        var housekeeper = housekeeper
        let link = try BrokerLink(options, log: log) { [self] in try receive($0) }
        var caller = try Caller()
        link.start()
        notifier.ready()
        var isConnected = false
        var nextAcknowledgement: Int64 = 0
        while !isAskedToStop(signals) {
            for event in link.takeEvents() { handle(event, link, &isConnected) }
            for (ticket, result) in caller.takeOutcomes() { handle(result, of: ticket) }
            advance()
            publish(by: link)
            call(by: &caller)
            let now = SystemClock.wallMilliseconds()
            if let decider = housekeeper.work(at: now) {
                keep { state throws in
                    try state.core.use(decider, in: state.store)
                    return []
                }
            }
            if isConnected {
                for request in housekeeper.forgetRequests(at: now, status) { _ = link.publish(request, token: 0) }
            }
            let isDue = now >= nextAcknowledgement || nextAcknowledgement > now + Self.acknowledgementPause
            if isConnected, isDue, acknowledge(by: link, at: now) {
                nextAcknowledgement = now + Self.acknowledgementPause
            }
            notifier.alive()
            let owed = state.withLock { $0.core.heard.isEmpty } ? nil : max(nextAcknowledgement - now, 0)
            wait(
                [signals.descriptor, link.wake.descriptor, caller.wake.descriptor],
                patience: [Housekeeper.pause, notifier.watchdogInterval, owed.map { .milliseconds($0) }]
                    .compactMap(\.self).min())
        }
        notifier.stopping()
        link.stop(farewell: status.message(.offline, at: SystemClock.wallMilliseconds()))
    }

    /// On the client's thread, before anything is acknowledged: what it throws keeps the messages at the broker.
    private func receive(_ messages: [ReceivedMessage]) throws {
        do {
            try work { state throws in
                try state.core.receive(messages, at: SystemClock.wallMilliseconds(), in: state.store)
            }
        } catch {
            log.limited(.error, "store", "cannot keep what came; it will come again", ["error": "\(error)"])
            throw error
        }
    }

    private func handle(_ event: MQTTEvent, _ link: BrokerLink, _ isConnected: inout Bool) {
        switch event {
        case .connected:
            isConnected = true
            let now = SystemClock.wallMilliseconds()
            _ = link.publish(status.message(.online, at: now), token: Ticket.state.token)
            state.withLock { $0.core.connected(at: now) }
        case .disconnected:
            isConnected = false
            state.withLock { $0.core.disconnected(at: SystemClock.wallMilliseconds()) }
        case .acknowledged(let token, let refusal):
            keep { state throws in
                try state.core.acknowledged(
                    token, isRefused: refusal != nil, at: SystemClock.wallMilliseconds(), in: state.store)
            }
        case .subscriptionRefused, .takenOver: break
        }
    }

    private func handle(_ result: Result<HTTPResponse, HTTPError>, of ticket: CallTicket) {
        keep { state throws in
            try state.core.answered(ticket, result, at: SystemClock.wallMilliseconds(), in: state.store)
        }
    }

    private func call(by caller: inout Caller) {
        state.withLock { state in
            for (ticket, request) in state.core.takeCalls() where !caller.start(ticket, request) {
                state.core.notStarted(ticket, at: SystemClock.wallMilliseconds())
            }
        }
    }

    private func advance() {
        keep { state throws in try state.core.advance(to: SystemClock.wallMilliseconds(), in: state.store) }
    }

    /// Milliseconds between two words to gateways about what is kept.
    private static let acknowledgementPause: Int64 = 1000

    /// Whether there was something to say.
    private func acknowledge(by link: BrokerLink, at now: Int64) -> Bool {
        var isSaid = false
        keep { state throws in
            for message in try state.core.acknowledgements(at: now, in: state.store) {
                _ = link.publish(message, token: Ticket.state.token)
                isSaid = true
            }
            return []
        }
        return isSaid
    }

    private func publish(by link: BrokerLink) {
        keep { state throws in
            try state.core.publish(at: SystemClock.wallMilliseconds(), in: state.store) { message, token in
                link.publish(message, token: token)
            }
        }
    }

    /// Says what came of it; a store that fails is said, and the consumer goes on. Whether it did not.
    @discardableResult
    func keep(_ body: (inout State) throws -> [ConsumerOutput]) -> Bool {
        do {
            try work(body)
            return true
        } catch {
            log.limited(.error, "store", "cannot write", ["error": "\(error)"])
            return false
        }
    }

    /// Does something to the model, and says what came of it. Phones that waited for a decision have it before any
    /// channel does.
    private func work(_ body: (inout State) throws -> [ConsumerOutput]) throws {
        let now = SystemClock.wallMilliseconds()
        let (outputs, replies) = try state.withLock { state in
            let outputs = try body(&state)
            var replies: [() -> Void] = []
            for case .decided(let decision, _, _, let notification) in outputs {
                guard let user = decision.user, let reply = state.phones.take(user, at: now) else { continue }
                if let notification {
                    try state.core.handedOver(notification.id, in: state.store)
                    replies.append { reply(.notification(notification)) }
                } else {
                    replies.append { reply(.nothing(reason: decision.suppression?.rawValue ?? "")) }
                }
            }
            return (outputs, replies)
        }
        for reply in replies { reply() }
        journal.note(outputs)
        web?.note(outputs, at: now)
    }

    private func isAskedToStop(_ signals: borrowing Signals) -> Bool {
        while let signal = signals.next(within: .zero) {
            if signal != .reload { return true }
            log.warning(
                "consumer", "SIGHUP: the configuration is read at the start; restart to apply a new one")
        }
        return false
    }

    /// Until a signal, a message, the next deadline, or `patience` is over.
    private func wait(_ descriptors: [Int32], patience: Duration?) {
        let deadline = state.withLock { $0.core.nextDeadline }
        let untilDeadline = deadline.map { max($0 - SystemClock.wallMilliseconds(), 0) }
        let milliseconds = [untilDeadline, patience.map(\.milliseconds)].compactMap(\.self).min()
        let now = SystemClock.monotonicMicroseconds()
        Descriptors.wait(descriptors, until: milliseconds.map { now + min($0, Self.longestWait) * 1000 })
    }
}
