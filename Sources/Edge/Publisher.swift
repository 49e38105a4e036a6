import Messages
import Presence

/// From what presence says to messages in the queue. No I/O; times are handed in.
struct Publisher {
    typealias Queue = OutgoingQueue<GatewayEvent, Outgoing>

    /// The most events that wait while there is no broker: about 10 MB.
    static let queueCapacity = 20_000
    /// The most retained presences that wait to be cleared.
    static let absentCapacity = 10_000

    private(set) var queue = Queue(capacity: queueCapacity) { Queue.Key(sequence: $0.id.seq, time: $0.time) }
    private var context: GatewayContext
    private let clearAfter: Duration
    private var sequence: UInt64 = 0
    /// Exits whose retained presence is still to be cleared, and when; the exits alone, in time order, beside it.
    private var absent: [Topic: (clear: Instant, payload: [UInt8])] = [:]
    private var clears = FIFO<(topic: Topic, at: Instant)>()

    init(_ context: GatewayContext, clearAfter: Duration) {
        self.context = context
        self.clearAfter = clearAfter
    }

    /// - Parameter clock: Unix milliseconds at `Instant.zero`, as of now.
    mutating func publish(_ outputs: [PresenceOutput], clock: Int64, synced: Bool) {
        context.clock = clock
        context.clockSynced = synced
        for output in outputs {
            switch output {
            case .event(let event):
                sequence += 1
                queue.append(event: context.event(event, seq: sequence))
            case .presence(let state): publish(state)
            case .region(let state): append(context.region(state, at: state.since))
            case .ranging(let region, let instant, let beacons):
                append(context.ranging(region: region, at: instant, beacons))
            case .sightings(let report): append(context.sightings(report))
            }
        }
    }

    /// A connection begins: the status, then the state of every region and visit, then what waited.
    mutating func connected(status: Outgoing, regions: [RegionState], visits: [PresenceState], at now: Instant) {
        var states = [status]
        for state in regions { states.append(Self.outgoing(context.region(state, at: now))) }
        for state in visits { states.append(Self.outgoing(context.presence(state))) }
        for (topic, entry) in absent { states.append(Outgoing(topic: topic, payload: entry.payload)) }
        queue.connected(with: states)
    }

    mutating func disconnected() { queue.disconnected() }

    /// What is in flight is to be sent again.
    mutating func requeue() { queue.requeue() }

    mutating func append(_ state: Outgoing) { queue.append(state: state) }

    /// Clears the retained presence of who left `clearAfter` ago; without a connection that waits.
    mutating func clear(at now: Instant) {
        while queue.isConnected, let (topic, at) = clears.first, at <= now {
            _ = clears.popFirst()
            guard absent[topic]?.clear == at else { continue }
            absent[topic] = nil
            queue.append(state: Outgoing(topic: topic, payload: []))
        }
    }

    /// When `clear(at:)` has something to do.
    var nextDeadline: Instant? { queue.isConnected ? clears.first?.at : nil }

    /// Whether nothing waits and nothing is to be cleared.
    var isDone: Bool { queue.isConnected && queue.count == 0 && clears.isEmpty }

    /// Hands items to `send` until the window is full, nothing waits, or `send` refuses one.
    mutating func pump(_ send: (Outgoing, _ token: UInt64) -> Bool) {
        while let item = queue.next() {
            let outgoing = outgoing(item)
            guard send(outgoing, item.token) else {
                queue.putBack(item)
                return
            }
            if outgoing.topic.qos == 0 { queue.finished(item.token) }
        }
    }

    /// The broker has the item, or will never take it.
    mutating func finished(_ token: UInt64) { queue.finished(token) }

    private func outgoing(_ item: Queue.Item) -> Outgoing {
        switch item.content {
        case .state(let state): return state
        case .event(var event):
            event.replayed = item.replayed
            return Outgoing(topic: event.topic, payload: event.rendered())
        case .lost(let lost):
            let note = EventsLost(
                gateway: context.gateway, epoch: context.epoch, from: lost.fromSequence, to: lost.toSequence,
                count: lost.count, first: lost.first, last: lost.last, reason: "overflow")
            return Outgoing(topic: note.topic, payload: note.rendered())
        }
    }

    private mutating func publish(_ state: PresenceState) {
        let outgoing = Self.outgoing(context.presence(state))
        if state.exit == nil {
            absent[outgoing.topic] = nil
        } else {
            if absent.count >= Self.absentCapacity, let (topic, _) = clears.popFirst() { absent[topic] = nil }
            let clear = state.at + clearAfter
            absent[outgoing.topic] = (clear, outgoing.payload)
            clears.append((outgoing.topic, clear))
        }
        queue.append(state: outgoing)
    }

    private mutating func append(_ message: (topic: Topic, payload: some Payload)) {
        queue.append(state: Self.outgoing(message))
    }

    private static func outgoing(_ message: (topic: Topic, payload: some Payload)) -> Outgoing {
        Outgoing(topic: message.topic, payload: message.payload.rendered())
    }
}
