import BlueZ
import Daemon
import Glibc
import HCI

/// Counts what the product's scanner hears of a virtual controller's stream, by its sequence numbers.
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

func run(_ adapter: AdapterChoice, seconds: Int64) throws(ScannerError) -> String {
    var scanner = try Scanner(adapter)
    try scanner.start()
    var count = Count()
    var decoder = ReportDecoder()
    let start = SystemClock.monotonicMicroseconds()
    var now = start
    while now < start + seconds * 1_000_000 {
        _ = try scanner.receive(until: start + seconds * 1_000_000) { packet, at in
            decoder.decode(packet, at: at) { count.note($1, at: at) }
        }
        now = SystemClock.monotonicMicroseconds()
    }
    let dropped = scanner.dropped
    try scanner.stop()
    let rate = Int64(count.reports) * 1_000_000 / (now - start)
    return "reports=\(count.reports) rate=\(rate) lost=\(count.lost) dropped=\(dropped) "
        + "malformed=\(decoder.counters.malformed) gap_ms=\(count.gap / 1000)"
}

func put(_ text: String, to descriptor: Int32) {
    let bytes = Array("\(text)\n".utf8)
    _ = write(descriptor, bytes, bytes.count)
}

let words = CommandLine.arguments
guard words.count == 3, let adapter = AdapterChoice(words[1]), let seconds = Int64(words[2]), seconds > 0 else {
    put("Usage: report-counter ADAPTER SECONDS", to: STDERR_FILENO)
    exit(64)
}
do throws(ScannerError) {
    put(try run(adapter, seconds: seconds), to: STDOUT_FILENO)
} catch {
    put("report-counter: \(error)", to: STDERR_FILENO)
    exit(1)
}
