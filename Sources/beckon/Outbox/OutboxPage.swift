import Daemon
import Messages

/// What waits, for people.
struct OutboxPage {
    private let report: OutboxReport
    private let style: Style

    init(_ report: OutboxReport, _ style: Style) {
        self.report = report
        self.style = style
    }

    var text: String { lines.map { "\($0)\n" }.joined() }

    private var lines: [String] {
        var lines: [String] = []
        if let dropped = report.dropped { lines.append("\(dropped) given up") }
        if let fault = report.fault { lines.append(style.red(LogLine.escaped(fault))) }
        lines.append(style.bold("\(report.waiting) waiting"))
        for row in report.rows {
            let what = [row.type, row.region, row.subject].compactMap(\.self).joined(separator: "  ")
            let count = row.count > 1 ? "  \(row.count) events" : ""
            lines.append("  \(row.seq)  \(Timestamp.text(row.time))  \(LogLine.escaped(what))\(count)")
        }
        if report.waiting > UInt64(report.rows.count) {
            lines.append(style.dim("  … \(report.waiting - UInt64(report.rows.count)) more"))
        }
        lines.append(style.bold("\(report.dead) that the broker never took"))
        for letter in report.deadLetters {
            let why = LogLine.escaped("\(letter.reason)  \(letter.topic)")
            lines.append("  \(letter.seq)  \(Timestamp.text(letter.at))  \(why)  \(letter.bytes) bytes")
        }
        if report.dead > UInt64(report.deadLetters.count) {
            lines.append(style.dim("  … \(report.dead - UInt64(report.deadLetters.count)) before"))
        }
        return lines
    }
}
