import Messages
import Presence

/// The retained states of beacons: which of them hold, and of those that have left, that they are said for a while, then
/// cleared.
struct RetainedPresence {
    /// The most that wait to be cleared.
    private static let capacity = 10_000

    private let gateway: GatewayID
    var clearAfter: Duration
    /// Exits whose retained presence is still to be cleared, and when; the exits alone, in time order, beside it.
    private var leaving: [Topic: (clear: Instant, payload: [UInt8])] = [:]
    /// The states of visits that are open.
    private var present: Set<Topic> = []
    private var clears = FIFO<(topic: Topic, at: Instant)>()

    init(gateway: GatewayID, clearAfter: Duration) {
        self.gateway = gateway
        self.clearAfter = clearAfter
    }

    /// What is to be said of them on a new connection.
    var absent: [Outgoing] { leaving.map { Outgoing(topic: $0.key, payload: $0.value.payload) } }

    /// Whether what the topic retains is ours to stand.
    func stands(_ topic: Topic) -> Bool { present.contains(topic) || leaving[topic] != nil }

    /// The state of a beacon is being told.
    mutating func note(_ state: Outgoing, isPresent: Bool, at instant: Instant) {
        if isPresent {
            leaving[state.topic] = nil
            present.insert(state.topic)
            return
        }
        present.remove(state.topic)
        if leaving.count >= Self.capacity, let (topic, _) = clears.popFirst() { leaving[topic] = nil }
        let clear = instant + clearAfter
        leaving[state.topic] = (clear, state.payload)
        clears.append((state.topic, clear))
    }

    /// Forgets the states whose topics `isErased`; returns the topics.
    mutating func erase(where isErased: (Topic) -> Bool) -> [Topic] {
        present = present.filter { !isErased($0) }
        let erased = leaving.keys.filter(isErased)
        for topic in erased { leaving[topic] = nil }
        clears.removeAll { isErased($0.topic) }
        return erased
    }

    var nextClear: Instant? { clears.first?.at }

    /// The next state that has stood for long enough, as the message that clears it.
    mutating func nextCleared(at now: Instant) -> Outgoing? {
        while let (topic, at) = clears.first, at <= now {
            _ = clears.popFirst()
            guard leaving[topic]?.clear == at else { continue }
            leaving[topic] = nil
            return Outgoing(topic: topic, payload: [])
        }
        return nil
    }
}
