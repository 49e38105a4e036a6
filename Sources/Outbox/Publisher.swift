import Beacons
public import Messages
public import Presence
public import SQLite

/// From what presence says to messages, and in which order they go. Times are handed in; the only I/O is the outbox's.
///
/// States go only while connected, since each connection begins with all of them afresh, and before events: they are as
/// of now. Nothing is said of an event, state included, before the event is on the disk.
public struct Publisher: ~Copyable {
    /// What a message is known by until the broker has answered: an event by its number, a state by one of these.
    private static let stateTokens: UInt64 = 1 << 63
    /// The most states that wait; beyond it the oldest go: what they say is said again after a while.
    private static let mostStates = 20_000

    public internal(set) var outbox: Outbox
    var context: GatewayContext
    var retained: RetainedPresence
    var gate: Gate
    var pace: Pace
    var pause = Pause()
    /// Who confirms; `nil`: whoever can, on each connection.
    private var confirmation: OutboxRules.Confirmation?
    /// Whether the broker says what it refuses.
    private var answersForWrites = true
    private var random = SystemRandomNumberGenerator()
    public private(set) var isConnected = false
    /// Rows up to here are older than the connection.
    private var replayedUpTo: Int64 = -1

    var states = FIFO<Outgoing>()
    /// States that wait for the commit of their events.
    var held: [Outgoing] = []
    /// Of which beacons nothing is to be sent; asked by their names. `nil`: all may be sent.
    var isUnwanted: ((BeaconIdentity) -> Bool)?
    var flyingStates: [UInt64: Outgoing] = [:]
    private var nextToken = Publisher.stateTokens

    public init(_ outbox: consuming Outbox, _ context: GatewayContext, rules: OutboxRules, clearAfter: Duration) {
        self.outbox = outbox
        self.context = context
        self.context.epoch = self.outbox.epoch
        retained = RetainedPresence(gateway: context.gateway, clearAfter: clearAfter)
        confirmation = rules.confirmation
        gate = Gate(rules.confirmation ?? .broker)
        pace = Pace(perSecond: rules.replayRate)
    }

    // MARK: - In

    /// Takes in what the engine said.
    public mutating func publish(_ outputs: [PresenceOutput], at clock: ClockReading) {
        adopt(clock)
        for output in outputs {
            switch output {
            case .event(let event): append(event, context, at: clock)
            case .presence(let state):
                outbox.visitChanged(state.beacon, in: name(of: state.region), at: clock.now)
                let outgoing = Outgoing(context.presence(state))
                retained.note(outgoing, isPresent: state.exit == nil, at: state.at)
                hold(outgoing)
            case .region(let state): hold(Outgoing(context.region(state, at: state.since)))
            case .ranging(let region, let instant, let beacons):
                append(Outgoing(context.ranging(region: region, at: instant, beacons)))
            case .sightings(let report): append(Outgoing(context.sightings(report)))
            }
        }
    }

    /// A visit that has no place in the configuration ends; its region goes by the name that it had.
    public mutating func end(_ visit: SavedVisit, region: String, at clock: ClockReading) {
        adopt(clock)
        var former = context
        former.regions = [region]
        let reading = Reading(
            level: visit.level, measuredPower: visit.measuredPower ?? -59, distance: nil, proximity: .unknown)
        let event = PresenceEvent(
            kind: .exit(.regionRemoved), region: 0, beacon: visit.beacon, visit: visit.visit,
            number: visit.events &+ 1, at: clock.now, reading: reading, sightings: visit.sightings,
            firstSeen: visit.firstSeen, lastSeen: visit.lastSeen)
        append(event, former, at: clock)
        outbox.visitChanged(visit.beacon, in: region, at: clock.now)
    }

    /// From now on the configuration is this.
    public mutating func apply(_ rules: OutboxRules, regions: [String], clearAfter: Duration) {
        outbox.apply(rules)
        context.regions = regions
        retained.clearAfter = clearAfter
        pace = Pace(perSecond: rules.replayRate)
        confirmation = rules.confirmation
        chooseConfirmation()
    }

    private mutating func chooseConfirmation() {
        let chosen = confirmation ?? (answersForWrites ? .broker : .consumer)
        outbox.confirm(by: chosen)
        gate.confirmation = chosen
    }

    /// The state of every region.
    public mutating func appendRegions(of engine: borrowing PresenceEngine, at clock: ClockReading) {
        adopt(clock)
        for region in context.regions.indices {
            append(Outgoing(context.region(engine.state(of: region), at: clock.now)))
        }
    }

    /// A state that concerns no event.
    public mutating func append(_ state: Outgoing) {
        guard isConnected else { return }
        if states.count >= Self.mostStates { _ = states.popFirst() }
        states.append(state)
    }

    private mutating func append(_ event: PresenceEvent, _ context: GatewayContext, at clock: ClockReading) {
        var moment = clock
        moment.now = event.at
        outbox.append(at: moment) { seq in context.event(event, seq: seq) }
    }

    /// With which payloads of now are made.
    public func context(at clock: ClockReading) -> GatewayContext {
        var context = context
        context.clock = clock.origin
        context.clockSynced = clock.isSynced
        return context
    }

    /// Events happened at instants of this clock.
    private mutating func adopt(_ clock: ClockReading) {
        context = context(at: clock)
    }

    private mutating func hold(_ state: Outgoing) {
        guard isConnected else { return }
        if outbox.isPending { held.append(state) } else { append(state) }
    }

    private func name(of region: Int) -> String {
        context.regions.indices.contains(region) ? context.regions[region] : ""
    }

    // MARK: - The disk

    /// Commits where it is time to.
    ///
    /// - Parameters:
    ///   - force: commits what there is, due or not; the gateway stops.
    ///   - engine: knows the visits.
    public mutating func commit(
        at clock: ClockReading, force: Bool = false, engine: borrowing PresenceEngine
    ) throws(SQLiteError) {
        if engine.visitCount > 0 { outbox.refreshIfDue(at: clock.now) }
        guard force || outbox.nextCommit.map({ $0 <= clock.now }) ?? false else { return }
        let isDone = try outbox.commit(at: clock, isLast: force, engine: engine, regions: context.regions)
        if isDone { releaseHeld() }
    }

    mutating func releaseHeld() {
        for state in held { append(state) }
        held.removeAll()
    }

    // MARK: - The broker

    /// A connection begins: the status, then the state of every region and visit, then what waited.
    ///
    /// - Parameter answersForWrites: whether the broker says when it refuses a message (MQTT 5).
    public mutating func connected(
        answersForWrites: Bool, status: Outgoing, engine: borrowing PresenceEngine, at clock: ClockReading
    ) {
        adopt(clock)
        disconnected()
        isConnected = true
        append(status)
        appendRegions(of: engine, at: clock)
        engine.forEachVisit { visit in
            let state = Outgoing(context.presence(visit))
            retained.note(state, isPresent: true, at: clock.now)
            append(state)
        }
        for state in retained.absent { append(state) }
        outbox.rewind()
        self.answersForWrites = answersForWrites
        chooseConfirmation()
        replayedUpTo = outbox.last
        pace.begin(backlog: outbox.backlog, at: clock.now, using: &random)
        pause.end()
        gate.connected(answersForWrites: answersForWrites, at: clock.now)
    }

    /// What was in flight is sent again after the next connection; states are forgotten.
    public mutating func disconnected() {
        isConnected = false
        outbox.requeue()
        states = FIFO()
        held.removeAll()
        flyingStates.removeAll()
        gate.disconnected()
    }

    /// The broker has a message, or will not take it.
    ///
    /// - Parameter refusal: why it does not; `isFault`: because of the message itself, so that it never will.
    public mutating func answered(
        _ token: UInt64, refusal: (reason: String, isFault: Bool)?, topics: Topics, at clock: ClockReading
    ) throws(SQLiteError) {
        guard let refusal else {
            pause.end()
            if flyingStates.removeValue(forKey: token) == nil {
                outbox.finished(Int64(clamping: token), at: clock.now)
            }
            return
        }
        if flyingStates[token]?.isOptional ?? false {
            flyingStates[token] = nil
            return
        }
        if refusal.isFault {
            if flyingStates.removeValue(forKey: token) == nil {
                try outbox.bury(
                    Int64(clamping: token), topic: topics.text, reason: refusal.reason, at: clock)
            }
            return
        }
        // The others in flight meet the same fate; one pause is enough for them all.
        guard pause.until.map({ $0 <= clock.now }) ?? true || outbox.inFlight > 0 || !flyingStates.isEmpty else {
            return
        }
        let again = flyingStates.sorted { $0.key < $1.key }.map(\.value)
        states.prepend(again)
        flyingStates.removeAll()
        outbox.requeue()
        pause.refused(refusal.reason, at: clock.now)
    }

    /// What came on a topic of ours.
    public mutating func received(_ topic: Topic, _ payload: [UInt8], isRetained: Bool, at clock: ClockReading) {
        switch topic {
        case .ack(context.gateway):
            guard let word = try? Acknowledgement(parsing: payload) else { return }
            outbox.acknowledged(word.seq, epoch: word.epoch, at: clock.now)
        case .consumerStatus:
            let word = try? Status(parsing: payload)
            if gate.consumer(isOnline: word?.state == .online) { outbox.rewind() }
        case .presence(context.gateway, _, _):
            guard isRetained, !payload.isEmpty, !retained.stands(topic) else { return }
            append(Outgoing(topic: topic, payload: []))
        case .region(context.gateway, let region):
            guard isRetained, !payload.isEmpty, !context.regions.contains(region) else { return }
            append(Outgoing(topic: topic, payload: []))
        default: break
        }
    }

    /// Clears the retained presence of who left long enough ago; without a connection that waits.
    public mutating func clear(at now: Instant) {
        guard isConnected else { return }
        while let state = retained.nextCleared(at: now) { append(state) }
    }

    /// Whether the broker lets us write, as far as we know; `nil`: yes.
    public var fault: String? { outbox.state.fault.map { "outbox: \($0)" } ?? pause.reason ?? gate.fault }

    /// Whether the broker has everything, and nothing is to be cleared.
    public var isDone: Bool {
        isConnected && outbox.state.waiting == 0 && !outbox.isPending && states.isEmpty && flyingStates.isEmpty
            && retained.nextClear == nil
    }

    /// When something is to be done without any input.
    ///
    /// - Parameter hasVisits: whether some visit is open.
    public func nextDeadline(at now: Instant, hasVisits: Bool) -> Instant? {
        var deadlines = [outbox.nextCommit, hasVisits ? outbox.refreshDeadline : nil]
        if isConnected {
            deadlines += [retained.nextClear, pause.until, gate.deadline]
            if isHeldBack { deadlines.append(pace.next(after: now)) }
        }
        return deadlines.compactMap(\.self).min()
    }

    /// Whether the pace keeps a back-log waiting.
    private var isHeldBack = false

    // MARK: - Out

    /// Hands messages to `send` until the window is full, nothing waits, or `send` refuses one.
    public mutating func pump(
        at clock: ClockReading, _ send: (Outgoing, _ token: UInt64) -> Bool, probe: (_ nonce: UInt64) -> Bool
    ) throws(SQLiteError) {
        isHeldBack = false
        guard isConnected else { return }
        if let nonce = gate.probe(at: clock.now, using: &random), !probe(nonce) { gate.probeFailed(at: clock.now) }
        let window = pause.window(at: clock.now)
        while outbox.inFlight + flyingStates.count < window {
            if let state = states.popFirst() {
                guard let state = censored(state) else { continue }
                nextToken += 1
                guard send(state, nextToken) else { return states.prepend([state]) }
                if state.topic.qos > 0 { flyingStates[nextToken] = state }
            } else {
                guard gate.isOpen, let seq = try outbox.upcoming(), !outbox.isBarred else { return }
                let isReplayed = seq <= replayedUpTo
                if isReplayed, !pace.admits(at: clock.now) {
                    isHeldBack = true
                    return
                }
                guard let row = outbox.next() else { return }
                guard send(row.erased(isUnwanted).message(replayed: isReplayed, at: clock), UInt64(clamping: seq))
                else {
                    return outbox.putBack(row)
                }
            }
        }
    }

    /// The probe has come back: the broker lets us write.
    public mutating func probeReturned(_ nonce: UInt64) { gate.probeReturned(nonce) }
}
