import Presence

/// Publishing rests after a refusal that a repair at the broker's side may end, and longer after each next one. What
/// comes first after it goes alone.
struct Pause {
    private(set) var until: Instant?
    /// What the broker said; `nil` since it has taken something again.
    private(set) var reason: String?
    private var next = Self.first

    private static let first: Duration = .seconds(1)
    private static let longest: Duration = .seconds(60)

    mutating func refused(_ reason: String, at now: Instant) {
        self.reason = reason
        until = now + next
        next = min(next * 2, Self.longest)
    }

    /// The broker has taken something, or there is a new connection.
    mutating func end() { self = Pause() }

    /// How many messages may be in flight.
    func window(at now: Instant) -> Int {
        if let until, now < until { return 0 }
        return reason == nil ? SendQueue.window : 1
    }
}
