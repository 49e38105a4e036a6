import Glibc
public import HCI

/// A scan of one adapter for a while, through two raw HCI sockets: every advertisement, with level and time. What keeps
/// a scan alive for years is `AdapterKeeper`.
///
/// Its thread is its owner's: `start` and `receive` wait.
public struct Scanner: ~Copyable {
    /// Whose sockets they are; `nil` where they were handed in.
    public let adapter: Adapter?
    private var control: ScanControl
    private var reports: ReportStream

    /// Opens the chosen adapter and powers it up.
    public init(_ choice: AdapterChoice) throws(ScannerError) {
        let adapter = try Adapter.find(choice)
        try Power.up(adapter)
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
        control = ScanControl(commands, timing: timing)
        self.reports = ReportStream(reports)
    }

    /// The commands in use, once started.
    public var family: ScanFamily? { control.family }

    /// Packets that the kernel dropped since the start, as the socket was full.
    public var dropped: UInt32 { reports.dropped }

    public mutating func start(_ parameters: ScanParameters = ScanParameters()) throws(ScannerError) {
        try control.start(parameters)
    }

    /// Switches the scan off; that it is off already is fine.
    public mutating func stop() throws(ScannerError) { try control.stop() }

    /// Waits for packets, hands over all that are there, and returns; at the latest at `deadline`.
    ///
    /// - Parameters:
    ///   - deadline: monotonic µs.
    ///   - wakes: descriptors that end the wait when they become readable; their owner reads them.
    ///   - body: gets each H4 packet and the monotonic µs of its reception, which never goes back.
    public mutating func receive(
        until deadline: Int64, wakes: [Int32] = [], _ body: (Span<UInt8>, Int64) -> Void
    ) throws(ScannerError) -> Reception {
        let events = try Wait.until(deadline, [reports.descriptor] + wakes)
        // POLLERR with EPIPE, once, is how a raw socket says that its adapter was unplugged.
        if events[0] & (POLLERR | POLLHUP) != 0 { throw .adapterGone }
        return try reports.read(body)
    }
}
