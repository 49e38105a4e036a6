import Beacons
import BlueZ
import Daemon
import HCI
import Presence

/// One adapter: its keeper's thread, and the reports that the gateway's thread reads.
final class Ear {
    let keeper: AdapterKeeper
    private let thread: Worker
    private var reports: ReportStream?
    /// By sockets that are closed.
    private var droppedBefore: UInt64 = 0
    /// As last told.
    private(set) var kept: KeptAdapter
    private(set) var state: AdapterState

    /// - Parameters:
    ///   - stop: readable when the thread shall end.
    ///   - changed: called on it when there is something to `update`.
    ///   - ended: called at its end.
    init(
        _ choice: AdapterChoice, _ settings: ScanSettings, stop: Int32, changed: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let keeper = AdapterKeeper(choice, settings, stop: stop, changed: changed)
        self.keeper = keeper
        kept = keeper.adapter
        state = AdapterState(kept, choice)
        thread = try Worker(name: "bluetooth") {
            keeper.run()
            ended()
        }
    }

    var descriptor: Int32? { reports.number }

    /// Hands over what is there.
    ///
    /// - Returns: an instant before which nothing is left, and whether anything was there; `nil` where there is nothing
    ///   to read from.
    func read(into sink: inout some PacketSink & ~Copyable) -> (drained: Instant, any: Bool)? {
        guard reports != nil else { return nil }
        let index = kept.adapter?.index ?? 0
        var latest = Instant.zero
        var withContent: UInt64 = 0
        do throws(ScannerError) {
            let reception = try reports?.read { packet, at in
                latest = Instant(microseconds: at)
                if ReportDecoder.hasContent(packet) {
                    withContent += 1
                    state.lastReport = latest
                }
                sink.packet(packet, from: index, at: latest)
            }
            if withContent > 0, let last = state.lastReport { keeper.heard(withContent, last: last.microseconds) }
            // In a flood something is always left; what came last is as far as we know.
            return (reception?.drainedAt.map(Instant.init) ?? latest, latest > .zero)
        } catch {
            // Unplugged; the keeper knows it too.
            close()
            return nil
        }
    }

    /// Takes over what the keeper has to say.
    ///
    /// - Parameter sink: gets what is left in the socket that a new one replaces.
    func update(into sink: inout some PacketSink & ~Copyable) {
        if let fresh = keeper.takeReports() {
            _ = read(into: &sink)
            close()
            reports = consume fresh
        }
        kept = keeper.adapter
        let lastReport = state.lastReport
        state = AdapterState(kept, keeper.choice)
        state.lastReport = lastReport
    }

    func close() {
        droppedBefore += UInt64(reports.dropped)
        reports = nil
    }

    var kernelCounts: KernelCounts {
        KernelCounts(
            dropped: droppedBefore + UInt64(reports.dropped), events: UInt64(kept.adapter?.eventCount ?? 0))
    }
}

extension AdapterState {
    fileprivate init(_ kept: KeptAdapter, _ choice: AdapterChoice) {
        self.init(
            index: kept.adapter?.index, address: kept.adapter?.address.description ?? choice.description,
            phase: kept.phase, family: kept.family, mode: kept.mode, fault: kept.complaint?.description,
            level: kept.level, lastReport: nil, history: kept.counters)
    }
}

extension KeptAdapter {
    fileprivate var mode: String {
        var words = [parameters.isActive ? "active" : "passive"]
        if parameters.usesCodedPHY { words.append("coded") }
        if parameters.window < parameters.interval { words.append("wifi") }
        if isExclusive { words.append("exclusive") }
        return words.joined(separator: " ")
    }
}

/// What cannot be copied cannot be unwrapped by `?` to be read.
extension ReportStream? {
    fileprivate var number: Int32? { read { $0.descriptor } }
    fileprivate var dropped: UInt32 { read { $0.dropped } ?? 0 }

    private func read<Value>(_ body: (borrowing ReportStream) -> Value) -> Value? {
        switch self {
        case .some(let stream): body(stream)
        case .none: nil
        }
    }
}
