import Presence

/// The pace of a back-log: after a random start so many a second, so that a chain of shops whose broker comes back does
/// not trample it.
struct Pace {
    private let perSecond: Int
    /// What does not come at once comes in steps of this.
    private static let step: Duration = .milliseconds(50)
    private static let longestStart: Duration = .seconds(10)

    private var start: Instant
    private var sent = 0
    private var isLifted = false

    init(perSecond: Int) {
        self.perSecond = max(perSecond, 1)
        start = .zero
    }

    /// A connection begins. A back-log of less than a second is less to fear, and starts that much sooner.
    mutating func begin(backlog: Int, at now: Instant, using random: inout some RandomNumberGenerator) {
        let share = min(Double(backlog) / Double(perSecond), 1)
        start = now + Self.longestStart * (share * Double.random(in: 0..<1, using: &random))
        sent = 0
        isLifted = false
    }

    /// From now on, until the next connection, all goes at once.
    mutating func lift() { isLifted = true }

    /// Whether one more of the back-log may go; it then counts.
    mutating func admits(at now: Instant) -> Bool {
        if isLifted { return true }
        guard now >= start else { return false }
        let due = Double((now - start).microseconds) / 1e6 * Double(perSecond)
        guard Double(sent) <= due else { return false }
        sent += 1
        return true
    }

    /// When to ask again.
    func next(after now: Instant) -> Instant { max(start, now + Self.step) }
}
