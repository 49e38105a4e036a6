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
        state = KeptAdapter()
    }

    mutating func run() {
        while !isStopped(waitingUntil: min(machine.deadline ?? .max, Clock.monotonic() + Self.tick)) {
            keeper.turned(at: Clock.monotonic())
            takeEvents()
            if keeper.isToBeginAnew { machine.beginAnew(at: Clock.monotonic()) }
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
            control = nil
            machine.failed(.probe, error, at: Clock.monotonic())
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
        state.isHearing = isHearing
        state.adapter = adapter
        state.phase = machine.phase
        state.complaint = machine.complaint
        if keeper.settings.exclusive, !state.isExclusive, isHearing { state.complaint = .notAlone }
        state.level = machine.level
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
            let changes = changesOfPower(by: action)
            machine.succeeded(action, at: Clock.monotonic())
            if let last = changes.last, last.kind != .up { machine.note(last, at: Clock.monotonic()) }
        } catch {
            if error == .interrupted { return }
            if error == .adapterGone { control = nil }
            if wantsExclusive, case .system(_, EBUSY) = error { busySince = busySince ?? Clock.monotonic() }
            _ = changesOfPower(by: action)
            machine.failed(action, error, at: Clock.monotonic())
        }
    }

    /// What has been told while we switched the adapter off and on ourselves: of that, only how it ended counts.
    private func changesOfPower(by action: AdapterAction) -> [StackEvent] {
        guard let adapter, [.powerUp, .powerDown, .configure, .reopen].contains(action) else { return [] }
        var changes: [StackEvent] = []
        while let event = nextStackEvent() { if event.adapter == adapter.index { changes.append(event) } }
        return changes
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
        case .restart, .kick, .probe: try mend(action)
        case .powerDown:
            if state.isExclusive { control = nil } else if let adapter { try Power.down(adapter) }
        case .resetDevice:
            control = nil
            if let adapter { try Device.reset(adapter) }
        }
    }

    private mutating func mend(_ action: AdapterAction) throws(ScannerError) {
        guard control != nil else { throw .adapterGone }
        switch action {
        case .restart: try control?.restart()
        case .kick: try control?.kick()
        default: try control?.probe()
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
        if state.isExclusive { busySince = nil }
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
