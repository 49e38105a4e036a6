import Beacons
import Glibc
public import HCI

/// A passive scan of one adapter through two raw HCI sockets: every advertisement, with level and time.
///
/// Its thread is its owner's: `start` and `receive` wait.
public struct Scanner: ~Copyable {
    /// The commands in use, once started.
    public private(set) var family: ScanFamily?
    /// Whose sockets they are; `nil` where they were handed in.
    public let adapter: Adapter?
    private let commands: CommandSocket
    private let reports: Descriptor
    private let timing: ScannerTiming
    private var batch = Batch()
    private var stamps = StampConverter()

    /// Opens the chosen adapter and powers it up.
    public init(_ choice: AdapterChoice) throws(ScannerError) {
        let adapter = try choice.pick(from: Adapter.list())
        try RawSocket.powerUp(adapter)
        self.init(
            adapter, commands: try RawSocket.commands(adapter), reports: try RawSocket.reports(adapter))
    }

    /// Scans through sockets that are open already, and closes them: each carries one H4 packet a message.
    public init(commands: Int32, reports: Int32) {
        self.init(commands: Descriptor(owning: commands), reports: Descriptor(owning: reports))
    }

    init(
        _ adapter: Adapter? = nil, commands: consuming Descriptor, reports: consuming Descriptor,
        timing: ScannerTiming = ScannerTiming()
    ) {
        self.adapter = adapter
        self.commands = CommandSocket(commands, patience: timing.answer)
        self.reports = reports
        self.timing = timing
    }

    /// Packets that the kernel dropped since the start, as the socket was full.
    public var dropped: UInt32 { RawSocket.dropped(reports.number) }
}

// MARK: Starting and stopping

extension Scanner {
    /// Chooses the commands as the kernel does, and starts; where a controller refuses them, tries the other family
    /// once.
    public mutating func start() throws(ScannerError) {
        let supported = try commands.run(.readSupportedCommands)
        let first = ScanFamily(supportedCommands: supported.parameters)
        do {
            try start(first)
        } catch {
            guard case .refused(_, let status) = error, status.mayBeTheFamily else { throw error }
            try start(first.other)
        }
    }

    /// Switches the scan off; that it is off already is fine.
    public mutating func stop() throws(ScannerError) {
        guard let family else { return }
        self.family = nil
        try disable(family)
    }

    private mutating func start(_ family: ScanFamily) throws(ScannerError) {
        do {
            try setUp(family, ScanParameters())
        } catch {
            guard case .refused(_, let status) = error, status.mayBeTheAddress else { throw error }
            // The two highest bits say that a random address is static (Vol 6, Part B, section 1.3.2.1).
            let address = UInt64.random(in: 0..<1 << 46) | 3 << 46
            _ = try commands.run(.setRandomAddress(BluetoothAddress(address)))
            try setUp(family, ScanParameters(usesRandomAddress: true))
        }
        self.family = family
    }

    private func setUp(_ family: ScanFamily, _ parameters: ScanParameters) throws(ScannerError) {
        try retry(after: timing.setUpAgain) { () throws(ScannerError) in
            try disable(family)
            try run(family.parameters(parameters))
        }
        try retry(after: timing.enableAgain) { () throws(ScannerError) in try run(family.enable(true)) }
    }

    /// A controller may answer *command disallowed* where nothing is scanning, and *unknown command* for the other
    /// family.
    private func disable(_ family: ScanFamily) throws(ScannerError) {
        let answer = try commands.run(family.enable(false))
        guard [.success, .commandDisallowed, .unknownCommand].contains(answer.status) else {
            throw .refused(family.enable(false), answer.status)
        }
    }

    private func run(_ command: HCICommand) throws(ScannerError) {
        let status = try commands.run(command).status
        guard status == .success else { throw .refused(command, status) }
    }

    /// Again after each delay (µs) while the controller answers *command disallowed*.
    private func retry(
        after delays: [Int64], _ body: () throws(ScannerError) -> Void
    ) throws(ScannerError) {
        for delay in delays {
            do {
                return try body()
            } catch {
                guard case .refused(_, .commandDisallowed) = error else { throw error }
                usleep(UInt32(clamping: delay))
            }
        }
        try body()
    }
}

extension HCIStatus {
    fileprivate var mayBeTheFamily: Bool {
        [.unknownCommand, .commandDisallowed, .unsupportedFeature, .invalidParameters].contains(self)
    }

    fileprivate var mayBeTheAddress: Bool { [.unsupportedFeature, .invalidParameters].contains(self) }
}

// MARK: Receiving

extension Scanner {
    /// Waits for packets, hands over all that are there, and returns; at the latest at `deadline`.
    ///
    /// - Parameters:
    ///   - deadline: monotonic µs.
    ///   - wakes: descriptors that end the wait when they become readable; their owner reads them.
    ///   - body: gets each H4 packet and the monotonic µs of its reception, which never goes back.
    public mutating func receive(
        until deadline: Int64, wakes: [Int32] = [], _ body: (Span<UInt8>, Int64) -> Void
    ) throws(ScannerError) -> Reception {
        var reception = Reception()
        try wait(until: deadline, wakes: wakes)
        for _ in 0..<Self.mostBatches {
            let before = Clock.monotonic()
            guard batch.fill(from: reports.number) || errno == EAGAIN else {
                throw ScannerError(call: "reading reports", code: errno)
            }
            let (monotonic, realtime) = (Clock.monotonic(), Clock.realtime())
            batch.forEach { packet, stamp in
                body(packet, stamps.monotonic(stamp, realtime: realtime, monotonic: monotonic))
            }
            reception.packets += batch.count
            if batch.count < Batch.slots {
                reception.drainedAt = before
                break
            }
        }
        return reception
    }

    /// A flood must not keep the caller from its deadlines.
    private static let mostBatches = 32
    /// Under load it is cheaper to let a few packets gather than to wake for each.
    private static let loadedBatch = 8
    private static let gatherMicroseconds: Int64 = 5_000
    /// Microseconds: an hour, so that no sum overflows.
    private static let longestWait: Int64 = 3_600_000_000

    private func wait(until deadline: Int64, wakes: [Int32]) throws(ScannerError) {
        if batch.count > Self.loadedBatch {
            usleep(UInt32(clamping: min(Self.gatherMicroseconds, max(0, deadline - Clock.monotonic()))))
        }
        var waits = ([reports.number] + wakes).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let left = min(max(0, deadline - Clock.monotonic()), Self.longestWait)
        guard poll(&waits, nfds_t(waits.count), Int32(clamping: (left + 999) / 1000)) >= 0 || errno == EINTR else {
            throw ScannerError(call: "poll", code: errno)
        }
        // POLLERR with EPIPE, once, is how a raw socket says that its adapter was unplugged.
        if Int32(waits[0].revents) & (POLLERR | POLLHUP) != 0 { throw .adapterGone }
    }
}
