public import HCI
import Synchronization

/// Keeps one adapter scanning, whatever happens to it: `run` on a thread of its own. Another thread reads the reports,
/// so that neither waits for the other, and no report passes between threads.
public final class AdapterKeeper: Sendable {
    private struct State: Sendable {
        var adapter: KeptAdapter
        /// A socket that nobody has taken yet.
        var reports: Int32?
    }

    public let choice: AdapterChoice
    let settings: ScanSettings
    let stop: Int32
    private let changed: @Sendable () -> Void
    private let state: Mutex<State>
    private let reportCount = Atomic<UInt64>(0)
    private let lastReport = Atomic<Int64>(0)
    private let anew = Atomic(false)
    private let turnedAt = Atomic<Int64>(.max)

    /// Microseconds. The longest that one turn takes is an adapter that loads its firmware: 15 s, and what was before
    /// and comes after.
    private static let longestTurn: Int64 = 60_000_000

    /// - Parameters:
    ///   - stop: a descriptor that becomes readable when `run` shall end.
    ///   - changed: called on the keeper's thread when `adapter` or `takeReports` has something new.
    public init(
        _ choice: AdapterChoice, _ settings: ScanSettings = ScanSettings(), stop: Int32,
        changed: @escaping @Sendable () -> Void
    ) {
        self.choice = choice
        self.settings = settings
        self.stop = stop
        self.changed = changed
        state = Mutex(State(adapter: KeptAdapter()))
    }

    deinit { _ = takeReports() }

    /// Until told to stop; then the scan is switched off.
    public func run() {
        var keeping = Keeping(self)
        keeping.run()
    }

    /// To be called on the keeper's thread, each second at least.
    func turned(at now: Int64) { turnedAt.store(now, ordering: .relaxed) }

    /// Whether the keeper's thread hangs in something. - Parameter now: monotonic µs.
    public func isStuck(at now: Int64) -> Bool {
        now.subtractingReportingOverflow(turnedAt.load(ordering: .relaxed)).partialValue > Self.longestTurn
    }

    /// Has the scan begin anew, within a second.
    public func beginAnew() { anew.store(true, ordering: .relaxed) }

    /// Once.
    var isToBeginAnew: Bool { anew.exchange(false, ordering: .relaxed) }

    public var adapter: KeptAdapter { state.withLock { $0.adapter } }

    /// New reports to read, in place of those taken before.
    public func takeReports() -> ReportStream? {
        let socket = state.withLock { state in
            defer { state.reports = nil }
            return state.reports
        }
        return socket.map { ReportStream(Descriptor(owning: $0)) }
    }

    /// To be told by whoever reads: so many reports with content, the last one then (monotonic µs).
    public func heard(_ count: UInt64, last: Int64) {
        reportCount.wrappingAdd(count, ordering: .relaxed)
        lastReport.store(last, ordering: .relaxed)
    }

    var heard: (count: UInt64, lastAt: Int64) {
        (reportCount.load(ordering: .relaxed), lastReport.load(ordering: .relaxed))
    }

    func tell(_ adapter: KeptAdapter) {
        let isNew = state.withLock { state in
            defer { state.adapter = adapter }
            return state.adapter != adapter
        }
        if isNew { changed() }
    }

    func hand(over reports: consuming Descriptor) {
        let socket = reports.release()
        let untaken = state.withLock { state in
            defer { state.reports = socket }
            return state.reports
        }
        if let untaken { _ = Descriptor(owning: untaken) }
        changed()
    }
}
