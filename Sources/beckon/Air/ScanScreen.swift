import Daemon
import Edge
import Glibc
import HCI
import Presence

/// The table on a terminal, drawn anew twice a second and at each key.
struct ScanScreen: AirSink, ~Copyable {
    private var table: AirTable
    private var decoders: [UInt16: ReportDecoder] = [:]
    private let terminal = Terminal()
    private let style = Style()
    private var nextDrawing = Instant.zero
    private(set) var isDone = false

    private static let pause: Duration = .milliseconds(500)

    init(_ table: AirTable) { self.table = table }

    var nextTurn: Instant? { nextDrawing }
    var wakes: [Int32] { [STDIN_FILENO] }

    mutating func packet(_ packet: Span<UInt8>, from adapter: UInt16, at instant: Instant) {
        decoders[adapter, default: ReportDecoder()].decode(packet, at: instant.microseconds) {
            table.note($0, $1, at: instant)
        }
    }

    mutating func hearingLost(at instant: Instant) {}
    mutating func hearingRestored(at instant: Instant) {}

    mutating func turn(at now: Instant, fault: String?) throws {
        let keys = terminal.keys()
        for key in keys { press(key) }
        guard !keys.isEmpty || now >= nextDrawing else { return }
        nextDrawing = now + Self.pause
        try terminal.draw(lines(terminal.size, at: now, fault: fault))
    }

    mutating func finish() throws {}

    private mutating func press(_ key: Character) {
        switch key {
        case "s": table.order = table.order.next
        case "f": table.filter = table.filter.next
        case "q": isDone = true
        default: break
        }
    }

    private func lines(_ size: (rows: Int, columns: Int), at now: Instant, fault: String?) -> [String] {
        let head =
            "\(table.reports) reports, \(table.count) senders   [s]ort: \(table.order.rawValue)"
            + "   [f]ilter: \(table.filter.rawValue)   [q]uit"
        var lines = [style.bold(String(head.prefix(size.columns)))]
        if let fault { lines.append(style.red(String("not hearing: \(fault)".prefix(size.columns)))) }
        lines += table.shown(max(size.rows - lines.count - 1, 0), at: now).map { line($0, size.columns, now) }
        return lines
    }

    /// Bar, level, distance, rate and regions have fixed places; the name has the rest.
    private func line(_ row: AirRow, _ columns: Int, _ now: Instant) -> String {
        let level = row.level.map { "\(Int($0.rounded()))" } ?? "–"
        let metres = table.metres(row).map { "\(decimal($0)) m" } ?? ""
        let rate = "\(decimal(row.rate(at: now)))/s"
        let age = (now - row.lastSeen).microseconds / 1_000_000
        let figures = " " + level.leading(4) + metres.leading(8) + rate.leading(8) + "\(age) s".leading(6) + "  "
        let regions = table.regionNames(row)
        let room = max(columns - LevelBar.width - figures.count - max(regions.count, 4) - 1, 12)
        let name =
            row.name.count > room ? row.name.prefix(room / 2 - 1) + "…" + row.name.suffix(room - room / 2) : row.name
        let bar = LevelBar.text(row.level)
        let coloured =
            (row.level ?? -100) >= -60
            ? style.green(bar) : (row.level ?? -100) >= -80 ? style.yellow(bar) : style.red(bar)
        return (row.isBeacon ? name : style.dim(name)) + String(repeating: " ", count: max(room - name.count, 0)) + " "
            + coloured + figures + regions
    }

    private func decimal(_ value: Double) -> String {
        let tenths = Int((min(value, 1e6) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// A level as a bar of eight cells: −100 dBm is empty, −30 is full.
enum LevelBar {
    static let width = 8
    private static let eighths = Array(" ▏▎▍▌▋▊▉█")

    static func text(_ level: Float?) -> String {
        let filled = Int(((level ?? -100) + 100) / 70 * Float(width * 8))
        return String((0..<width).map { eighths[min(max(filled - $0 * 8, 0), 8)] })
    }
}

extension CaseIterable where Self: Equatable, AllCases.Index == Int {
    /// The case after this, the first after the last.
    fileprivate var next: Self {
        let all = Self.allCases
        guard let index = all.firstIndex(of: self) else { return self }
        return all[(index + 1) % all.count]
    }
}

extension String {
    fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: max(width - count, 0)) + self }
}
