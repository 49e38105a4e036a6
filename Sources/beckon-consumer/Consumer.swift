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
    private let partition: Int
    private let log: Log
    private let journal: ConsumerJournal
    private let status: ConsumerStatus
    private let stop: StopRequest
    /// Has the pages.
    private let floor: Floor

    /// Milliseconds: how often the store is shown that we are alive, which may hold a lease of 15 s.
    private static let longestWait: Int64 = 3000

    /// - Parameter stop: ends the run; made by the consumer itself where the store has lost its lease.
    init(
        _ state: consuming sending State, partition: Int, status: ConsumerStatus, stop: StopRequest,
        _ journal: ConsumerJournal,
        _ floor: Floor
    ) {
        floor.meters.partition(partition) { meters in
            meters.note(state.core.decider.directory)
            meters.sites = state.core.sites.map(\.configuration.name)
            meters.pauses = state.core.pauses
        }
        self.state = Mutex(state)
        self.partition = partition
        self.status = status
        self.stop = stop
        self.journal = journal
        self.floor = floor
        log = journal.log
    }

    /// What is decided by now.
    var directory: Directory { state.withLock { $0.core.decider.directory } }

    /// Reads what is known by now.
    func look<Value: Sendable>(_ body: (borrowing ConsumerCore) -> Value) -> Value {
        state.withLock { body($0.core) }
    }

    /// Whether it decides on who is at the site.
    func serves(_ site: String) -> Bool { state.withLock { $0.core.index(of: site) != nil } }

    /// Runs until it is asked to stop, or the store has lost its lease.
    ///
    /// - Parameters:
    ///   - options: for a connection that hears of these sites.
    ///   - beat: called at least every few seconds.
    func run(
        _ options: ([SiteConfiguration]) -> MQTTOptions, _ notifier: ServiceNotifier,
        _ housekeeper: consuming Housekeeper, _ beat: () -> Void
    ) throws(SystemError) {
        var housekeeper = housekeeper
        var link = try connection(options)
        var caller = try Caller()
        link.start()
        notifier.ready()
        var isConnected = false
        var nextAcknowledgement: Int64 = 0
        var nextTouch: Int64 = 0
        while !stop.isMade {
            for event in link.takeEvents() { handle(event, link, &isConnected) }
            for (ticket, result) in caller.takeOutcomes() { handle(result, of: ticket) }
            advance()
            publish(by: link)
            call(by: &caller)
            if isConnected { tellGatewaysWhomToDrop(by: link) }
            let now = SystemClock.wallMilliseconds()
            if let plan = housekeeper.newPlan() {
                let known = look { $0.knownGateways }
                if !keep({ state throws in try state.core.use(plan, at: now, in: state.store) }) {
                    housekeeper.wantsPlanAgain()
                }
                let sites = look { core in core.sites.map(\.configuration.name) }
                floor.meters.partition(partition) { $0.sites = sites }
                // Of those who are new the broker tells again only who connects anew.
                if look({ $0.knownGateways }) != known { try reconnect(&link, options, &isConnected) }
            }
            if let decider = housekeeper.work(at: now) {
                floor.meters.partition(partition) { $0.note(decider.directory) }
                keep { state throws in
                    try state.core.use(decider, in: state.store)
                    return []
                }
            }
            if isConnected {
                for request in housekeeper.forgetRequests(at: now, status) {
                    _ = link.publish(request, token: Ticket.state.token)
                }
            }
            let isDue = now >= nextAcknowledgement || nextAcknowledgement > now + Self.acknowledgementPause
            if isConnected, isDue, acknowledge(by: link, at: now) {
                nextAcknowledgement = now + Self.acknowledgementPause
            }
            if now >= nextTouch || nextTouch > now + Self.longestWait {
                touch()
                nextTouch = now + Self.longestWait
            }
            beat()
            let turnedAt = SystemClock.monotonicMicroseconds()
            floor.meters.partition(partition) { ($0.turnedAt, $0.isConnected) = (turnedAt, isConnected) }
            let owed = state.withLock { $0.core.heard.isEmpty } ? nil : max(nextAcknowledgement - now, 0)
            let pause = min(owed ?? Housekeeper.pause, Housekeeper.pause)
            wait([stop.wake.descriptor, link.wake.descriptor, caller.wake.descriptor], patience: pause)
        }
        link.stop(farewell: status.message(.offline, at: SystemClock.wallMilliseconds()))
    }

    private func connection(_ options: ([SiteConfiguration]) -> MQTTOptions) throws(SystemError) -> BrokerLink {
        let sites = look { core in core.sites.map(\.configuration) }
        return try BrokerLink(options(sites), log: log) { [self] in try receive($0) }
    }

    /// The session stays at the broker, and so does our status.
    private func reconnect(
        _ link: inout BrokerLink, _ options: ([SiteConfiguration]) -> MQTTOptions, _ isConnected: inout Bool
    ) throws(SystemError) {
        let next = try connection(options)
        link.stop(farewell: nil)
        for event in link.takeEvents() { handle(event, link, &isConnected) }
        isConnected = false
        state.withLock { $0.core.disconnected(at: SystemClock.wallMilliseconds()) }
        link = next
        link.start()
    }

    /// On the client's thread, before anything is acknowledged: what it throws keeps the messages at the broker.
    private func receive(_ messages: [ReceivedMessage]) throws {
        do {
            try work { state throws in
                try state.core.receive(messages, at: SystemClock.wallMilliseconds(), in: state.store)
            }
        } catch {
            failed(error, "cannot keep what came; it will come again")
            throw error
        }
    }

    /// Says what the store cannot do. With its session the lease has gone: all begins anew, here or at another consumer.
    private func failed(_ error: any Error, _ consequence: StaticString) {
        log.limited(.error, "store", consequence, ["error": "\(error)"])
        floor.meters.storeFailed("\(error)", on: partition)
        if (error as? StoreError)?.fault == .lost { stop.make() }
    }

    private func touch() {
        keep { state throws in
            try state.store.touch()
            return []
        }
    }

    private func handle(_ event: MQTTEvent, _ link: BrokerLink, _ isConnected: inout Bool) {
        switch event {
        case .connected:
            isConnected = true
            let now = SystemClock.wallMilliseconds()
            _ = link.publish(status.message(.online, at: now), token: Ticket.state.token)
            state.withLock { state in
                state.core.connected(at: now)
                state.core.isDenyListDue = true
            }
        case .disconnected:
            isConnected = false
            state.withLock { $0.core.disconnected(at: SystemClock.wallMilliseconds()) }
        case .acknowledged(Ticket.state.token, _): break
        case .acknowledged(let token, let refusal):
            keep { state throws in
                try state.core.acknowledged(
                    token, isRefused: refusal != nil, at: SystemClock.wallMilliseconds(), in: state.store)
            }
        case .steady, .subscriptionRefused, .takenOver: break
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

    private func tellGatewaysWhomToDrop(by link: BrokerLink) {
        let left = state.withLock { state in
            let (messages, left) = state.core.denyLists(at: SystemClock.wallMilliseconds())
            // The client keeps what it takes until the broker has it; a new connection begins anew.
            state.core.isDenyListDue = !messages.allSatisfy { link.publish($0, token: Ticket.state.token) }
            return left
        }
        guard left > 0 else { return }
        log.limited(
            .error, "privacy", "the list for the gateways is full; some who opted out, or enrolled, are not on it",
            ["left_out": left])
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
            failed(error, "cannot write")
            return false
        }
    }

    /// Does something to the model, and says what came of it. Phones that waited for a decision have it before any
    /// channel does.
    private func work(_ body: (inout State) throws -> [ConsumerOutput]) throws {
        let now = SystemClock.wallMilliseconds()
        let start = SystemClock.monotonicMicroseconds()
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
        floor.meters.decided(outputs, in: SystemClock.monotonicMicroseconds() - start)
        floor.meters.partition(partition) { $0.storeFault = nil }
        journal.note(outputs)
        floor.note(outputs, on: partition, at: now)
    }

    /// Until a message, the next deadline, a request to stop, or `patience` (milliseconds) is over.
    private func wait(_ descriptors: [Int32], patience: Int64?) {
        let deadline = state.withLock { $0.core.nextDeadline }
        let untilDeadline = deadline.map { max($0 - SystemClock.wallMilliseconds(), 0) }
        let milliseconds = [untilDeadline, patience, Self.longestWait].compactMap(\.self).min() ?? Self.longestWait
        Descriptors.wait(descriptors, until: SystemClock.monotonicMicroseconds() + milliseconds * 1000)
    }
}
