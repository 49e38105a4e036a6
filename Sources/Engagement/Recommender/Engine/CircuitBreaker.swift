/// Spares a server that fails, and ourselves the wait for it: after failures nobody asks it for a while, then one does.
/// Times are Unix milliseconds.
public struct CircuitBreaker: Sendable {
    public enum State: String, Sendable, CaseIterable {
        case closed, open
        /// One call may find out.
        case halfOpen = "half_open"
    }

    /// Leave for one call. What a call from before the last change of state says counts no more.
    public struct Permit: Hashable, Sendable {
        fileprivate let period: Int
    }

    /// consumer.md: 5 failures in a row, or half of the last 20 calls; a probe after 15 s, or when the server wants it,
    /// but within a minute.
    private enum Limit {
        static let inARow = 5
        static let window = 20
        static let rest: Int64 = 15_000
        static let longestRest: Int64 = 60_000
    }

    /// The last calls of this period, the latest last: whether they failed.
    private var failures: [Bool] = []
    private var period = 0
    private var opened: (at: Int64, rest: Int64)?
    private var isProbing = false

    public init() {}

    public func state(at now: Int64) -> State {
        guard let opened else { return .closed }
        // A clock that was set back does not keep it open.
        return now >= opened.at && now < opened.at + opened.rest ? .open : .halfOpen
    }

    /// Leave to call now; `nil`: not now.
    public mutating func permit(at now: Int64) -> Permit? {
        switch state(at: now) {
        case .closed: break
        case .open: return nil
        case .halfOpen:
            if isProbing { return nil }
            isProbing = true
        }
        return Permit(period: period)
    }

    public mutating func succeeded(_ permit: Permit) {
        guard permit.period == period else { return }
        if opened != nil { return begin(nil) }
        note(failed: false)
    }

    /// - Parameter retryAfter: seconds that the server asked to be left alone.
    public mutating func failed(_ permit: Permit, at now: Int64, retryAfter: Int? = nil) {
        guard permit.period == period else { return }
        note(failed: true)
        let isRow = failures.suffix(Limit.inARow).count { $0 } == Limit.inARow
        let isHalf = failures.count == Limit.window && failures.count { $0 } * 2 >= Limit.window
        guard isRow || isHalf || retryAfter != nil || opened != nil else { return }
        let rest = retryAfter.map { min(Int64(clamping: max($0, 0)), 60) * 1000 } ?? Limit.rest
        begin((now, min(rest, Limit.longestRest)))
    }

    /// The call was given up for no fault of the server.
    public mutating func abandoned(_ permit: Permit) {
        if permit.period == period { isProbing = false }
    }

    private mutating func note(failed: Bool) {
        failures.append(failed)
        if failures.count > Limit.window { failures.removeFirst() }
    }

    private mutating func begin(_ opened: (at: Int64, rest: Int64)?) {
        self.opened = opened
        period += 1
        failures = []
        isProbing = false
    }
}
