/// What to do about a scan that reports nothing, step by step, from a question to a power cycle.
///
/// Pure: times (monotonic µs) are handed in, steps are asked for. An empty shop at night is silent too: where the
/// controller answers and nothing helps, the steps come ever more rarely, and the silence is called quiet.
struct RecoveryLadder {
    enum Rung: Int, Comparable {
        /// Is the controller there?
        case probe
        /// Off, parameters, on.
        case restart
        /// New sockets, the features read again.
        case reopen
        case powerCycle

        static func < (left: Rung, right: Rung) -> Bool { left.rawValue < right.rawValue }
    }

    /// Quiet for so many mean inter-arrivals is suspicious, within these bounds.
    static let arrivals: Double = 20
    static let limits: ClosedRange<Int64> = 10_000_000...90_000_000
    /// How the mean forgets, µs.
    static let memory: Double = 300_000_000
    /// So many reports make a mean.
    static let enough: Double = 10
    /// After the limit, µs.
    static let delays: [Rung: Int64] = [.restart: 0, .reopen: 20_000_000, .powerCycle: 40_000_000]
    /// Between two of the same step, µs.
    static let pauses: [Rung: Int64] = [
        .probe: 10_000_000, .restart: 30_000_000, .reopen: 60_000_000, .powerCycle: 300_000_000,
    ]
    /// Between two power cycles that changed nothing, at most: 6 h.
    static let longestPause: Int64 = 21_600_000_000

    private var quietSince: Int64
    private var noted: (at: Int64, count: UInt64)
    /// Reports a microsecond; `nil` before enough of them.
    private var rate: Double?
    private var first: (at: Int64, count: UInt64)
    private var last: [Rung: Int64] = [:]
    /// The last step since the last report.
    private(set) var highest = Rung.probe
    /// Power cycles since the last report.
    private var cycles = 0

    /// - Parameter count: of reports so far.
    init(at now: Int64, count: UInt64 = 0) {
        quietSince = now
        noted = (now, count)
        first = (now, count)
    }

    /// Whether everything has been tried, the controller answers, and there is still nothing.
    var isQuiet: Bool { cycles > 0 }

    /// How long silence is nothing special, µs.
    var limit: Int64 {
        guard let rate, rate > 0 else { return Self.limits.upperBound }
        let limit = Self.arrivals / rate
        return limit < Double(Self.limits.upperBound)
            ? max(Self.limits.lowerBound, Int64(limit)) : Self.limits.upperBound
    }

    /// Whether a report has come since the start.
    var hasHeard: Bool { noted.count > first.count }

    /// To be called every second or so.
    ///
    /// - Parameters:
    ///   - count: of reports with content so far.
    ///   - lastAt: of the last of them.
    mutating func note(count: UInt64, lastAt: Int64, at now: Int64) {
        let more = Double(count &- noted.count)
        let elapsed = Double(max(now - noted.at, 0))
        if let known = rate, elapsed > 0 {
            rate = known + (more / elapsed - known) * elapsed / (elapsed + Self.memory)
        } else if Double(count &- first.count) >= Self.enough, now > first.at {
            rate = Double(count &- first.count) / Double(now - first.at)
        }
        if more > 0 {
            quietSince = max(quietSince, min(lastAt, now))
            highest = .probe
            cycles = 0
        }
        noted = (now, count)
    }

    /// Time during which nobody scanned is no silence.
    mutating func resumed(at now: Int64) { if highest == .probe { quietSince = max(quietSince, now) } }

    /// The step that is due; it counts as taken.
    mutating func rung(at now: Int64) -> Rung? {
        let quiet = now - quietSince
        let limit = limit
        for rung in [Rung.powerCycle, .reopen, .restart] where quiet > limit + Self.delays[rung, default: 0] {
            guard rung > highest || rung == .powerCycle, isFree(rung, at: now) else { break }
            highest = rung
            if rung == .powerCycle { cycles += 1 }
            last[rung] = now
            return rung
        }
        guard quiet > limit / 2, isFree(.probe, at: now) else { return nil }
        last[.probe] = now
        return .probe
    }

    /// A power cycle that something else than silence asks for; counts as one. False: too soon after the last.
    mutating func cycleNow(at now: Int64) -> Bool {
        guard isFree(.powerCycle, at: now) else { return false }
        last[.powerCycle] = now
        return true
    }

    private func isFree(_ rung: Rung, at now: Int64) -> Bool {
        guard let before = last[rung] else { return true }
        let pause = Self.pauses[rung, default: 0]
        let doubled = rung == .powerCycle ? min(pause << Int64(min(max(cycles - 1, 0), 12)), Self.longestPause) : pause
        return now - before >= doubled
    }
}
