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
        let page = AirPage(size: terminal.size, style: style)
        try terminal.draw(page.lines(table, at: now, fault: fault))
    }

    mutating func finish(_ adapters: [AdapterState]) throws {}

    private mutating func press(_ key: Character) {
        switch key {
        case "s": table.order = table.order.next
        case "f": table.filter = table.filter.next
        case "q": isDone = true
        default: break
        }
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
