import BlueZ
import Daemon
import Glibc
import HCI

/// Counts what the product hears of a virtual controller's stream, by its sequence numbers.
struct Count {
    private(set) var reports = 0, lost = 0
    /// Microseconds between two reports, at most.
    private(set) var gap: Int64 = 0
    private var last: (sequence: UInt16, at: Int64)?

    /// The stream ends each advertisement of 31 bytes with a list of one service, the sequence number.
    mutating func note(_ data: Span<UInt8>, at microseconds: Int64) {
        guard data.count == 31, data[27] == 3, data[28] == 0x03 else { return }
        let sequence = UInt16(data[29]) | UInt16(data[30]) << 8
        reports += 1
        if let last {
            lost += Int(sequence &- last.sequence &- 1)
            gap = max(gap, microseconds - last.at)
        }
        last = (sequence, microseconds)
    }
}

/// The gateway's way to hear, without the rest: a keeper on its thread, its reports read here.
func run(_ choice: AdapterChoice, seconds: Int64) throws -> String {
    let (changed, stop) = (try Wake(), try Wake())
    let keeper = AdapterKeeper(choice, stop: stop.descriptor) { changed.signal() }
    let thread = try Worker(name: "bluetooth") { keeper.run() }
    var reports: ReportStream?
    var count = Count()
    var decoder = ReportDecoder()
    var dropped: UInt32 = 0
    var phase = AdapterPhase.absent
    let start = SystemClock.monotonicMicroseconds()
    let end = start + seconds * 1_000_000
    while SystemClock.monotonicMicroseconds() < end {
        let before = count.reports
        let reception = try reports?.read { packet, at in
            decoder.decode(packet, at: at) { count.note($1, at: at) }
        }
        if let reception, reception.packets > 0 {
            keeper.heard(UInt64(count.reports - before), last: SystemClock.monotonicMicroseconds())
            usleep(5_000)
        } else {
            wait(for: changed.descriptor, reports.descriptor)
        }
        if changed.clear() > 0 {
            if let fresh = keeper.takeReports() { reports = consume fresh }
            let kept = keeper.adapter
            if kept.phase != phase {
                let why = kept.complaint.map { ": \($0)" } ?? ""
                put("\(SystemClock.monotonicMicroseconds() / 1000) \(kept.phase)\(why)", to: STDERR_FILENO)
            }
            phase = kept.phase
        }
    }
    dropped = reports.dropped
    stop.signal()
    thread.join()
    let rate = Int64(count.reports) * 1_000_000 / (SystemClock.monotonicMicroseconds() - start)
    let scans = keeper.adapter.counters.scans
    return "reports=\(count.reports) rate=\(rate) lost=\(count.lost) dropped=\(dropped) "
        + "malformed=\(decoder.counters.malformed) gap_ms=\(count.gap / 1000) restarts=\(scans.restarts) "
        + "kicks=\(scans.kicks) takeovers=\(scans.takeovers) power_ups=\(keeper.adapter.counters.powerUps)"
}

func wait(for descriptors: Int32...) {
    var waits = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&waits, nfds_t(waits.count), 100)
}

func put(_ text: String, to descriptor: Int32) {
    let bytes = Array("\(text)\n".utf8)
    _ = write(descriptor, bytes, bytes.count)
}

extension ReportStream? {
    var descriptor: Int32 {
        switch self {
        case .some(let stream): stream.descriptor
        case .none: -1
        }
    }

    var dropped: UInt32 {
        switch self {
        case .some(let stream): stream.dropped
        case .none: 0
        }
    }
}

let words = CommandLine.arguments
guard words.count == 3, let adapter = AdapterChoice(words[1]), let seconds = Int64(words[2]), seconds > 0 else {
    put("Usage: report-counter ADAPTER SECONDS", to: STDERR_FILENO)
    exit(64)
}
do {
    put(try run(adapter, seconds: seconds), to: STDOUT_FILENO)
} catch {
    put("report-counter: \(error)", to: STDERR_FILENO)
    exit(1)
}
