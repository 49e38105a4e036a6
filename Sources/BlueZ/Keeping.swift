import Glibc
import HCI

/// The thread of an `AdapterKeeper`: brings what happens to the machine, and does what it says.
struct Keeping: ~Copyable {
    private let keeper: AdapterKeeper
    private var machine: AdapterMachine
    private var stack: Descriptor?
    private var control: ScanControl?
    private var adapter: Adapter?
    private var state: KeptAdapter
    /// The last change of power while the scan was being set up.
    private var lastPower: StackEvent?
    /// Since when someone else keeps us from having the adapter alone.
    private var busySince: Int64?
    /// What the kernel's counter of events says, less the answers to commands: signs of life that nobody reads.
    private var events = EventCount()

    /// How often the ladder is looked at, µs.
    private static let tick: Int64 = 1_000_000
    /// How long we wait to have an adapter alone before we share it, µs.
    private static let busyPatience: Int64 = 10_000_000

    init(_ keeper: AdapterKeeper) {
        self.keeper = keeper
        let now = Clock.monotonic()
        machine = AdapterMachine(at: now)
        state = KeptAdapter(since: now)
    }

    mutating func run() {
        while !isStopped(waitingUntil: min(machine.deadline ?? .max, Clock.monotonic() + Self.tick)) {
            takeEvents()
            while let action = machine.action(at: Clock.monotonic()) {
                tell()
                perform(action)
            }
            tell()
        }
        try? control?.stop()
    }

    private func isStopped(waitingUntil deadline: Int64) -> Bool {
        let waits = [keeper.stop, stack.number ?? -1, control.descriptor ?? -1]
        guard let events = try? Wait.until(deadline, waits) else { return true }
        return events[0] != 0
    }
}

// MARK: What happens

extension Keeping {
    private mutating func takeEvents() {
        takeCommands()
        while let event = nextStackEvent() { machine.note(event, at: Clock.monotonic()) }
        let now = Clock.monotonic()
        if keeper.settings.iBeaconOnly {
            if let adapter, let answers = control.eventCount {
                events.note(adapter.eventCount, answers: answers, at: now)
            }
            machine.note(reports: events.reports, lastAt: events.lastAt, at: now)
        } else {
            let heard = keeper.heard
            machine.note(reports: heard.count, lastAt: heard.lastAt, at: now)
        }
    }

    private mutating func takeCommands() {
        guard control != nil else { return }
        do throws(ScannerError) {
            for overheard in try control?.listen() ?? [] { machine.note(overheard.event, at: overheard.at) }
        } catch {
            if error == .adapterGone, let adapter {
                machine.note(StackEvent(.unregistered, adapter: adapter.index), at: Clock.monotonic())
            }
            control = nil
        }
    }

    private func nextStackEvent() -> StackEvent? {
        guard let socket = stack.number else { return nil }
        var packet = [UInt8](repeating: 0, count: Batch.slot)
        while true {
            let count = recv(socket, &packet, packet.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return nil }
            if let event = StackEvent(packet.span.extracting(0..<count)) { return event }
        }
    }

    private mutating func tell() {
        let isHearing = machine.isHearing
        if isHearing != state.isHearing { state.since = Clock.monotonic() }
        state.isHearing = isHearing
        state.adapter = adapter
        state.phase = machine.phase
        state.complaint = machine.complaint
        state.counters = machine.counters
        if let family = control.family {
            state.family = family
            state.parameters = control.parameters
        }
        keeper.tell(state)
    }
}

// MARK: What to do

extension Keeping {
    private mutating func perform(_ action: AdapterAction) {
        do throws(ScannerError) {
            try carryOut(action)
            takeCommands()
            machine.succeeded(action, at: Clock.monotonic())
            if let lastPower, lastPower.kind == .down || lastPower.kind == .unregistered {
                machine.note(lastPower, at: Clock.monotonic())
            }
            lastPower = nil
        } catch {
            if error == .interrupted { return }
            if error == .adapterGone { control = nil }
            if wantsExclusive, case .system(_, EBUSY) = error { busySince = busySince ?? Clock.monotonic() }
            machine.failed(action, error, at: Clock.monotonic())
        }
    }

    private mutating func carryOut(_ action: AdapterAction) throws(ScannerError) {
        switch action {
        case .find: try find()
        case .powerUp: try powerUp()
        case .configure: try configure()
        case .reopen:
            control = nil
            if state.isExclusive { try powerUp() }
            try configure()
        case .restart: try control?.restart()
        case .kick: try control?.kick()
        case .probe: try control?.probe()
        case .powerDown:
            if state.isExclusive { control = nil } else if let adapter { try Power.down(adapter) }
        case .resetDevice:
            control = nil
            if let adapter { try Device.reset(adapter) }
        }
    }

    private mutating func find() throws(ScannerError) {
        if stack == nil { stack = try RawSocket.stackEvents() }
        control = nil
        adapter = nil
        let found = try Adapter.find(keeper.choice)
        adapter = found
        machine.found(found.index, at: Clock.monotonic())
    }

    private mutating func powerUp() throws(ScannerError) {
        guard let adapter else { throw .adapterGone }
        Device.keepAwake(adapter)
        if wantsExclusive {
            // Only an adapter that is down can be had alone; having it powers it up.
            control = nil
            try Power.down(adapter)
        } else {
            try Power.up(adapter)
            // Without the right to, it is the administrator's.
            try? Management.enableLowEnergy(adapter)
        }
    }

    private mutating func configure() throws(ScannerError) {
        guard let adapter else { throw .adapterGone }
        if control == nil { try open(adapter) }
        // What was said before now has been overtaken.
        _ = try control?.listen()
        if state.isExclusive { try control?.initialize() }
        state.sharesRadio = keeper.settings.profile == .auto && adapter.isSerial && WiFi.isDefaultRouteAt24
        try control?.start(
            keeper.settings.parameters(sharesRadio: state.sharesRadio), otherFamilyFirst: machine.triesOtherFamily)
        // Our own switching off and on has been told too; only how it ended counts.
        while let event = nextStackEvent() { if event.adapter == adapter.index { lastPower = event } }
    }

    private mutating func open(_ adapter: Adapter) throws(ScannerError) {
        state.isExclusive = wantsExclusive
        let commands = state.isExclusive ? try RawSocket.exclusive(adapter) : try RawSocket.commands(adapter)
        keeper.hand(over: try RawSocket.reports(adapter, iBeaconOnly: keeper.settings.iBeaconOnly))
        control = ScanControl(commands, interrupt: keeper.stop)
    }

    private var wantsExclusive: Bool {
        keeper.settings.exclusive && busySince.map { Clock.monotonic() - $0 < Self.busyPatience } ?? true
    }
}

extension Descriptor? {
    fileprivate var number: Int32? {
        switch self {
        case .some(let descriptor): descriptor.number
        case .none: nil
        }
    }
}

/// What cannot be copied cannot be unwrapped by `?` to be read.
extension ScanControl? {
    fileprivate var descriptor: Int32? { read { $0.commands.descriptor } }
    fileprivate var eventCount: UInt32? { read { $0.commands.eventCount } }
    fileprivate var family: ScanFamily? { read { $0.family } }
    fileprivate var parameters: ScanParameters { read { $0.parameters } ?? ScanParameters() }

    private func read<Value>(_ body: (borrowing ScanControl) -> Value?) -> Value? {
        switch self {
        case .some(let control): body(control)
        case .none: nil
        }
    }
}
