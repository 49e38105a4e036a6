import HCI

/// Keeps a scan alive beside others that use the same adapter: watches their scan commands, and says when to answer
/// them. The kernel ends or replaces whatever scan runs, whenever a management client touches Low Energy.
///
/// Pure: times (monotonic µs) are handed in, actions are asked for.
struct ScanGuard {
    enum Action: Hashable {
        /// Enable again, without the duplicate filter: that changes only the filter of a scan that runs.
        case kick
        /// Off, parameters, on.
        case restart
    }

    private enum Scan {
        case off
        /// Ours, or another's that hears as much.
        case good
        /// Reports each advertiser once: a kick mends it.
        case deduplicated
        /// Another's that hears too little.
        case poor
    }

    private struct Pending {
        var action: Action
        var at: Int64
    }

    /// The other party must have finished: answered at once, its own next command fails (measured: 1 to 3 of 5 starts
    /// of a discovery with 0 ms, none with 300 ms).
    static let debounce: Int64 = 300_000
    static let kickDelay: Int64 = 50_000
    /// More in `fightWindow` mean another guard on the other side.
    static let mostTakeovers = 10
    static let fightWindow: Int64 = 60_000_000

    private static let ours = ForeignScan.Parameters(isActive: false, acceptsListedOnly: false, isContinuous: true)

    private var scan = Scan.off
    private var pending: Pending?
    /// The parameters that an enabling by another would use: at first ours.
    private var foreign = ours
    private var takeovers = Recent(within: fightWindow)
    private(set) var counters = GuardCounters()

    /// Whether what runs now hears every advertisement, or will in a moment, when it is kicked.
    var isHearing: Bool { scan == .good || scan == .deduplicated }

    /// Whether the other party won: its scan is let be for the rest of the window.
    private(set) var isFighting = false

    var isPending: Bool { pending != nil }

    /// When `action` has something to do.
    var deadline: Int64? { pending?.at }

    // MARK: What happens

    /// A scan of ours runs. Commands that came while it was being started still want an answer: it may have their
    /// parameters.
    mutating func started() {
        scan = .good
        isFighting = false
        if pending == nil { foreign = Self.ours }
    }

    /// None runs, and none shall be started for now.
    mutating func stopped() {
        scan = .off
        pending = nil
        isFighting = false
    }

    mutating func kicked(_ succeeded: Bool, at now: Int64) {
        guard scan == .deduplicated, pending == nil else { return }
        if succeeded { scan = .good } else { takeOver(at: now) }
    }

    mutating func note(_ command: ForeignScan, at now: Int64) {
        switch command {
        case .parameters(let parameters): foreign = parameters
        case .off:
            counters.foreignDisable += 1
            scan = .off
            pending = Pending(action: .restart, at: now + Self.debounce)
        case .on(let filtersDuplicates):
            counters.foreignEnable += 1
            judge(filtersDuplicates: filtersDuplicates, at: now)
        }
    }

    /// What is due, once.
    mutating func action(at now: Int64) -> Action? {
        guard let due = pending, due.at <= now else { return nil }
        pending = nil
        switch due.action {
        case .kick: counters.kicks += 1
        case .restart where scan == .poor:
            counters.takeovers += 1
            takeovers.add(now)
        case .restart: counters.restarts += 1
        }
        return due.action
    }

    // MARK: What to do about it

    private mutating func judge(filtersDuplicates: Bool, at now: Int64) {
        pending = nil
        if foreign.acceptsListedOnly || !foreign.isActive && (filtersDuplicates || !foreign.isContinuous) {
            takeOver(at: now)
        } else if filtersDuplicates {
            scan = .deduplicated
            pending = Pending(action: .kick, at: now + Self.kickDelay)
        } else {
            scan = .good
        }
    }

    private mutating func takeOver(at now: Int64) {
        scan = .poor
        let allowed = takeovers.isBelow(Self.mostTakeovers, from: now)
        isFighting = allowed > now + Self.debounce
        pending = Pending(action: .restart, at: max(allowed, now + Self.debounce))
    }
}

/// What a guard has seen and done.
public struct GuardCounters: Hashable, Sendable {
    public internal(set) var foreignDisable: UInt64 = 0
    public internal(set) var foreignEnable: UInt64 = 0
    /// A running scan of another replaced.
    public internal(set) var takeovers: UInt64 = 0
    /// A duplicate filter of another taken off.
    public internal(set) var kicks: UInt64 = 0
    /// A scan that another had ended started again.
    public internal(set) var restarts: UInt64 = 0

    public init() {}
}
