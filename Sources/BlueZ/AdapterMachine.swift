import HCI

/// The life of one adapter, from absent to scanning and back: what happens goes in, what to do comes out.
///
/// Pure: times (monotonic µs) are handed in; actions are asked for, and done by `AdapterKeeper`.
struct AdapterMachine {
    private enum State { case absent, down, blocked, configuring, scanning, backoff, recovering, failed }

    private struct Step {
        var action: AdapterAction
        var at: Int64
    }

    private var state = State.absent
    /// What comes next, where it does not scan or has just lost its scan.
    private var step: Step?
    /// Why it does not scan.
    private(set) var fault: ScannerError?
    private(set) var guardian = ScanGuard()
    private(set) var ladder: RecoveryLadder
    /// Some controllers accept the extended commands and report nothing: after a power cycle without a report ever, the
    /// other family has its turn.
    private(set) var triesOtherFamily = false
    /// N of `hciN`, once found.
    private var index: UInt16?
    private var failures = 0
    private var wasSwitchedOff = false
    private var fights = Recent(within: Timing.lately)
    private var hardwareErrors = Recent(within: Timing.lately)
    private var nextReset = Int64.min
    private var resetPause = Timing.resetPause
    private var own = AdapterCounters()

    init(at now: Int64) {
        ladder = RecoveryLadder(at: now)
        step = Step(action: .find, at: now)
    }
}

extension AdapterMachine {
    /// Microseconds.
    enum Timing {
        /// Between two looks for an adapter that is away, and two tries to switch on one whose radio is blocked.
        static let look: Int64 = 1_000_000
        /// Whoever switched it off must have his answer first.
        static let switchedOff: Int64 = 100_000
        /// The kernel still asks for this and that.
        static let afterUp: Int64 = 50_000
        /// After a reset or a hardware error, unless the kernel says earlier that the adapter is up.
        static let settling: Int64 = 500_000
        static let powerGap: Int64 = 500_000
        /// A device that was reset appears again in its own time.
        static let afterReset: Int64 = 1_000_000
        static let resetPause: Int64 = 1_800_000_000
        static let longestResetPause: Int64 = 21_600_000_000
        /// The first, doubling, and the last pause after a failure.
        static let backoff: ClosedRange<Int64> = 1_000_000...60_000_000
        static let lately: Int64 = 600_000_000
    }

    /// Switched off more often in ten minutes: someone wants it off.
    static let mostFights = 5
    static let mostHardwareErrors = 3
    /// Failures in a row before an adapter that has power is power cycled, before it is reset, and before it counts as
    /// failed.
    static let failuresToCycle = 2
    static let failuresToReset = 3
    static let failuresToGiveUp = 5
}

// MARK: What it says

extension AdapterMachine {
    var phase: AdapterPhase {
        switch state {
        case .absent: .absent
        case .down: .down
        case .blocked: .blocked
        case .configuring: .configuring
        case .backoff: .backoff
        case .recovering: .recovering
        case .failed: .failed
        case .scanning where guardian.isPending || step != nil: .contended
        case .scanning: ladder.isQuiet ? .quiet : .scanning
        }
    }

    /// Why it hears less than everything, and what to do; `nil` while all is well.
    var complaint: ScannerError? { guardian.isFighting ? .contended : fault }

    /// Whether a scan runs that hears every advertisement.
    var isHearing: Bool { state == .scanning && step == nil && guardian.isHearing }

    var counters: AdapterCounters {
        var counters = own
        counters.scans = guardian.counters
        return counters
    }

    /// How far it has come in mending a scan that reports nothing, from 0 (not at all) to 3 (a power cycle).
    var level: Int { ladder.highest.rawValue }

    /// When `action` may have something to do; the ladder is looked at every second or so anyway.
    var deadline: Int64? {
        step?.at ?? (state == .scanning ? guardian.deadline : nil)
    }

    /// What is to be done now. To be called again until it says nothing.
    mutating func action(at now: Int64) -> AdapterAction? {
        if let due = step, due.at <= now {
            step = nil
            return due.action
        }
        guard state == .scanning, step == nil else { return nil }
        switch guardian.action(at: now) {
        case .kick: return .kick
        case .restart: return .restart
        case nil: break
        }
        switch ladder.rung(at: now) {
        case .probe: return .probe
        case .restart: return .restart
        case .reopen: return .reopen
        case .powerCycle: return cycle()
        case nil: return nil
        }
    }
}

// MARK: What happens to it

extension AdapterMachine {
    /// - Parameters:
    ///   - reports: with content so far.
    ///   - lastAt: of the last of them.
    mutating func note(reports: UInt64, lastAt: Int64, at now: Int64) {
        ladder.note(count: reports, lastAt: lastAt, at: now)
    }

    /// Somebody wants the scan to begin anew, or what it waits for to happen now.
    mutating func beginAnew(at now: Int64) {
        if state == .scanning {
            step = Step(action: .reopen, at: now)
        } else if let due = step {
            step = Step(action: due.action, at: min(due.at, now))
        }
    }

    mutating func note(_ event: ControllerEvent, at now: Int64) {
        guard state == .scanning else { return }
        switch event {
        case .foreign(let command): guardian.note(command, at: now)
        case .reset: step = Step(action: .configure, at: now + Timing.settling)
        case .hardwareError:
            own.hardwareErrors += 1
            hardwareErrors.add(now)
            let isHopeless = hardwareErrors.count(at: now) > Self.mostHardwareErrors && mayReset(at: now)
            step =
                isHopeless
                ? Step(action: .resetDevice, at: now) : Step(action: .configure, at: now + Timing.settling)
        }
    }

    mutating func note(_ event: StackEvent, at now: Int64) {
        guard event.adapter == index else {
            if state == .absent, event.kind != .down { step = Step(action: .find, at: now) }
            return
        }
        switch (event.kind, state) {
        case (.unregistered, _): lose(at: now)
        case (.down, .scanning): switchedOff(at: now)
        case (.up, .down), (.up, .blocked), (.up, .backoff), (.up, .failed):
            wasSwitchedOff = false
            step = Step(action: .powerUp, at: now + Timing.afterUp)
        default: break
        }
    }

    mutating func found(_ adapter: UInt16, at now: Int64) {
        index = adapter
        state = .down
        step = Step(action: .powerUp, at: now)
    }

    mutating func succeeded(_ action: AdapterAction, at now: Int64) {
        switch action {
        case .find, .probe: break
        case .powerUp:
            if wasSwitchedOff {
                own.powerUps += 1
                fights.add(now)
            }
            wasSwitchedOff = false
            state = .configuring
            step = Step(action: .configure, at: now)
        case .configure, .reopen:
            if state != .scanning { ladder.resumed(at: now) }
            state = .scanning
            fault = nil
            failures = 0
            guardian.started()
        case .restart: guardian.started()
        case .kick: guardian.kicked(true, at: now)
        case .powerDown: step = Step(action: .powerUp, at: now + Timing.powerGap)
        case .resetDevice:
            own.deviceResets += 1
            state = .absent
            index = nil
            step = Step(action: .find, at: now + Timing.afterReset)
        }
    }

    mutating func failed(_ action: AdapterAction, _ error: ScannerError, at now: Int64) {
        switch (action, error) {
        case (.kick, .refused): guardian.kicked(false, at: now)
        case (.powerDown, _): step = Step(action: .powerUp, at: now + Timing.powerGap)
        case (_, .adapterGone): lose(at: now)
        case (_, .noAdapter):
            leave(.absent, error)
            step = Step(action: .find, at: now + Timing.look)
        case (_, .blocked):
            if state != .blocked { own.blocks += 1 }
            leave(.blocked, error)
            step = Step(action: .powerUp, at: now + Timing.look)
        case (_, .adapterDown): switchedOff(at: now)
        case (_, .noAnswer):
            own.commandTimeouts += 1
            leave(.backoff, error)
            if ladder.cycleNow(at: now) { step = Step(action: cycle(), at: now) } else { backOff(action, error, now) }
        default: backOff(action, error, now)
        }
    }
}

// MARK: From phase to phase

extension AdapterMachine {
    private mutating func leave(_ next: State, _ error: ScannerError?) {
        state = next
        fault = error
        guardian.stopped()
    }

    private mutating func lose(at now: Int64) {
        if index != nil { own.unplugs += 1 }
        index = nil
        leave(.absent, .adapterGone)
        step = Step(action: .find, at: now)
    }

    private mutating func switchedOff(at now: Int64) {
        wasSwitchedOff = true
        let allowed = fights.isBelow(Self.mostFights, from: now)
        leave(.down, allowed > now ? .switchedOff : nil)
        step = Step(action: .powerUp, at: max(allowed, now + Timing.switchedOff))
    }

    private mutating func cycle() -> AdapterAction {
        own.powerCycles += 1
        if !ladder.hasHeard { triesOtherFamily.toggle() }
        leave(.recovering, fault)
        return .powerDown
    }

    private mutating func backOff(_ action: AdapterAction, _ error: ScannerError, _ now: Int64) {
        failures += 1
        // That the device cannot be reset is not what is wrong with it.
        leave(failures < Self.failuresToGiveUp ? .backoff : .failed, action == .resetDevice ? fault : error)
        if failures == Self.failuresToCycle, action == .configure, ladder.cycleNow(at: now) {
            step = Step(action: cycle(), at: now)
        } else if failures == Self.failuresToReset, index != nil, action != .resetDevice, mayReset(at: now) {
            step = Step(action: .resetDevice, at: now)
        } else {
            let pause = min(Timing.backoff.lowerBound << Int64(min(failures - 1, 6)), Timing.backoff.upperBound)
            step = Step(action: index == nil ? .find : .powerUp, at: now + pause)
        }
    }

    /// Every half hour at most, ever more rarely; counts as a reset.
    private mutating func mayReset(at now: Int64) -> Bool {
        guard now >= nextReset else { return false }
        nextReset = now + resetPause
        resetPause = min(resetPause * 2, Timing.longestResetPause)
        return true
    }
}
