import JSON
import Presence

/// The figures of two runs beside each other.
struct RewindReport {
    typealias Figures = [RewindFigures]

    let regions: [String]
    /// The time that was run.
    let duration: Duration
    let before: Figures
    /// `nil`: nothing was changed.
    let after: Figures?

    private var hours: Double { max(Double(duration.milliseconds) / 3_600_000, 1e-9) }

    private static let rows: [(name: String, title: String, unit: String)] = [
        ("enters", "enters", ""), ("flaps_per_hour", "flaps an hour", ""),
        ("exit_delay_p50_s", "exit delay, half within", " s"), ("exit_delay_p95_s", "exit delay, 95 % within", " s"),
        ("dwell_p50_s", "dwell, half within", " s"),
    ]

    /// In the order of `rows`; `nil`: there is none.
    private func values(_ figures: RewindFigures) -> [Double?] {
        func seconds(_ duration: Duration?) -> Double? { duration.map { Double($0.milliseconds) / 1000 } }
        return [
            Double(figures.enters), Double(figures.flaps) / hours, seconds(figures.exitDelay(0.5)),
            seconds(figures.exitDelay(0.95)), seconds(figures.dwell(0.5)),
        ]
    }

    var text: String {
        var text = ""
        for (index, region) in regions.enumerated() {
            text += "\(region)\n"
            let runs = [before, after].compactMap { $0.map { values($0[index]) } }
            for (row, (_, title, unit)) in Self.rows.enumerated() {
                let words = runs.map { run in run[row].map { Self.rounded($0) + unit } ?? "–" }
                text +=
                    "  " + Self.padded(title, 25) + Self.columns(words) + "\n"
            }
        }
        return text
    }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.name("hours")
            $0.number(hours, decimals: 3)
            $0.name("regions")
            $0.object {
                for (index, region) in regions.enumerated() {
                    $0.name(region)
                    $0.object {
                        Self.write(values(before[index]), as: "before", &$0)
                        if let after { Self.write(values(after[index]), as: "after", &$0) }
                    }
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static func write(_ values: [Double?], as key: String, _ writer: inout JSONWriter) {
        writer.name(key)
        writer.object {
            for (row, value) in zip(rows, values) {
                $0.name(row.name)
                if let value { $0.number(value, decimals: 3) } else { $0.null() }
            }
        }
    }

    /// The last one is not padded.
    private static func columns(_ words: [String]) -> String {
        (words.dropLast().map { padded($0, 12) } + words.suffix(1)).joined(separator: " → ")
    }

    private static func rounded(_ number: Double) -> String {
        let tenths = (number * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
