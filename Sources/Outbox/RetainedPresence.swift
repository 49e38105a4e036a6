import Messages
import Presence

/// The retained states of beacons: which of them hold, and of those that have left, that they are said for a while, then
/// cleared.
struct RetainedPresence {
    /// The most that wait to be cleared.
    private static let capacity = 10_000

    /// What the topics differ in.
    private struct Place: Hashable {
        let region: String
        let subject: Subject

        init?(_ topic: Topic) {
            guard case .presence(_, let region, let subject) = topic else { return nil }
            self.region = region
            self.subject = subject
        }

        func topic(of gateway: GatewayID) -> Topic { .presence(gateway, region: region, subject) }
    }

    private let gateway: GatewayID
    var clearAfter: Duration
    /// Exits whose retained presence is still to be cleared, and when; the exits alone, in time order, beside it.
    private var leaving: [Place: (clear: Instant, payload: [UInt8])] = [:]
    /// The states of visits that are open.
    private var present: Set<Place> = []
    private var clears = FIFO<(place: Place, at: Instant)>()

    init(gateway: GatewayID, clearAfter: Duration) {
        self.gateway = gateway
        self.clearAfter = clearAfter
    }

    /// What is to be said of them on a new connection.
    var absent: [Outgoing] { leaving.map { Outgoing(topic: $0.key.topic(of: gateway), payload: $0.value.payload) } }

    /// Whether what the topic retains is ours to stand.
    func stands(_ topic: Topic) -> Bool {
        Place(topic).map { topic == $0.topic(of: gateway) && (present.contains($0) || leaving[$0] != nil) } ?? false
    }

    /// The state of a beacon is being told.
    mutating func note(_ state: Outgoing, isPresent: Bool, at instant: Instant) {
        guard let place = Place(state.topic) else { return }
        if isPresent {
            if !leaving.isEmpty { leaving[place] = nil }
            present.insert(place)
            return
        }
        present.remove(place)
        if leaving.count >= Self.capacity, let (place, _) = clears.popFirst() { leaving[place] = nil }
        let clear = instant + clearAfter
        leaving[place] = (clear, state.payload)
        clears.append((place, clear))
    }

    /// Forgets the states whose topics `isErased`; returns the topics.
    mutating func erase(where isErased: (Topic) -> Bool) -> [Topic] {
        present = present.filter { !isErased($0.topic(of: gateway)) }
        let erased = leaving.keys.filter { isErased($0.topic(of: gateway)) }
        for place in erased { leaving[place] = nil }
        clears.removeAll { isErased($0.place.topic(of: gateway)) }
        return erased.map { $0.topic(of: gateway) }
    }

    var nextClear: Instant? { clears.first?.at }

    /// The next state that has stood for long enough, as the message that clears it.
    mutating func nextCleared(at now: Instant) -> Outgoing? {
        while let (place, at) = clears.first, at <= now {
            _ = clears.popFirst()
            guard leaving[place]?.clear == at else { continue }
            leaving[place] = nil
            return Outgoing(topic: place.topic(of: gateway), payload: [])
        }
        return nil
    }
}
