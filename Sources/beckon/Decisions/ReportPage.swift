import Engagement

/// A report as a page that needs nothing else, and as CSV.
struct ReportPage {
    let site: String
    let from: String
    let to: String
    let report: SiteReport

    private static let titles = [
        "visits": "Visits of shoppers who enrolled", "eligible": "Stayed, and might have been told something",
        "sent": "Told", "opened": "Opened it", "bought": "Bought it", "dismissed": "Not for me",
        "opted_out": "Opted out",
    ]

    var csv: String {
        var rows = report.figures.map { ("figure", $0.name, "\($0.value)") }
        rows += report.suppressions.map { ("suppressed", $0.reason.rawValue, "\($0.count)") }
        if let heldOut = report.heldOut {
            rows.append(("holdout", "shoppers", "\(heldOut)"))
            rows.append(("holdout", "extra_purchases_per_1000", report.uplift.map { Self.rounded($0.extra) } ?? ""))
            rows.append(("holdout", "from", report.uplift.map { Self.rounded($0.interval.lowerBound) } ?? ""))
            rows.append(("holdout", "to", report.uplift.map { Self.rounded($0.interval.upperBound) } ?? ""))
        }
        // RFC 4180; names and numbers need no quotes.
        return (["kind,name,value"] + rows.map { "\($0.0),\($0.1),\($0.2)" }).map { "\($0)\r\n" }.joined()
    }

    var html: String {
        let days = from == to ? from : "\(from) to \(to)"
        let figures = report.figures.map { Self.row(Self.titles[$0.name] ?? $0.name, $0.value) }
        let reasons = report.suppressions.map { Self.row($0.reason.rawValue, $0.count) }
        return """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>\(site), \(days)</title>
            <meta name="viewport" content="width=device-width">
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 40em; margin: 2em auto; padding: 0 1em }
            table { border-collapse: collapse; width: 100% }
            td { border-top: 1px solid #ccc; padding: .25em 0 }
            td + td { text-align: right; font-variant-numeric: tabular-nums }
            </style>
            <h1>\(site), \(days)</h1>
            <table>\(figures.joined())</table>
            <h2>Why nobody was told</h2>
            <table>\(reasons.joined())</table>
            <h2>What it is worth</h2>
            <p>\(worth)</p>
            </html>

            """
    }

    private var worth: String {
        guard let heldOut = report.heldOut else { return "Nobody was held out (rules.holdout), so nobody can say." }
        let who = "Beside \(heldOut) shoppers who were told nothing: "
        guard let uplift = report.uplift else { return who + "not enough data." }
        let (low, high) = (Self.rounded(uplift.interval.lowerBound), Self.rounded(uplift.interval.upperBound))
        return who
            + "\(Self.rounded(uplift.extra)) extra purchases per 1,000 shoppers (95 % interval \(low) to \(high))."
    }

    private static func row(_ title: String, _ value: Int) -> String { "<tr><td>\(title)<td>\(value)" }

    /// One decimal.
    private static func rounded(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return "\(tenths == 0 ? 0 : tenths)"
    }
}
