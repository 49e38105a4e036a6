import Presence

/// The table as lines of a terminal: the names to the left have what the other columns leave.
struct AirPage {
    let size: (rows: Int, columns: Int)
    let style: Style

    /// Level, distance, rate and age, each to the right.
    private static let widths = [6, 9, 8, 6]
    private static let mostRegions = 24
    private static let leastName = 12

    func lines(_ table: AirTable, at now: Instant, fault: String?) -> [String] {
        let head =
            "\(table.reports) reports, \(table.count) senders   [s]ort: \(table.order.rawValue)"
            + "   [f]ilter: \(table.filter.rawValue)   [q]uit"
        var lines = [style.bold(String(head.prefix(size.columns)))]
        if let fault { lines.append(style.red(String("not hearing: \(fault)".prefix(size.columns)))) }
        // The heading, and the line where the cursor stands.
        let rows = table.shown(max(size.rows - lines.count - 2, 0), at: now)
        let regions = rows.map { Self.cut(table.regionNames($0), to: Self.mostRegions) }
        let taken = LevelBar.width + Self.widths.reduce(0, +) + 2 + max(regions.map(\.count).max() ?? 0, 7)
        let room = max(size.columns - taken - 1, Self.leastName)
        let heading = Self.padded("beacon or address", to: room + 1 + LevelBar.width)
        lines.append(style.dim(heading + Self.figures(["dBm", "metres", "per s", "age s"]) + "  regions"))
        for (row, regions) in zip(rows, regions) {
            let name = Self.padded(Self.cut(row.name, to: room), to: room)
            let figures = Self.figures([
                row.level.map { "\(Int($0.rounded()))" } ?? "–", table.metres(row).map(Self.decimal) ?? "",
                Self.decimal(row.rate(at: now)), "\((now - row.lastSeen).microseconds / 1_000_000)",
            ])
            lines.append((row.isBeacon ? name : style.dim(name)) + " " + bar(row.level) + figures + "  " + regions)
        }
        return lines
    }

    private func bar(_ level: Float?) -> String {
        let bar = LevelBar.text(level)
        return switch level ?? -100 {
        case (-60)...: style.green(bar)
        case (-80)...: style.yellow(bar)
        default: style.red(bar)
        }
    }

    private static func figures(_ texts: [String]) -> String {
        zip(texts, widths).map { text, width in
            String(repeating: " ", count: max(width - text.count, 1)) + text
        }.joined()
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    /// Both ends of a text that is too long: of an identity they tell the most.
    private static func cut(_ text: String, to width: Int) -> String {
        guard text.count > width else { return text }
        return text.prefix(width / 2) + "…" + text.suffix(width - width / 2 - 1)
    }

    private static func decimal(_ value: Double) -> String {
        let tenths = Int((min(value, 1e6) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
