import Engagement
import JSON
import Messages

/// What other rules would have come to.
struct RulesReport {
    /// Unix milliseconds.
    let period: Range<Int64>
    private let changes: [RulesRewind.Change: Int]
    private let newlyCapped: Int
    private let unknownStays: Int

    init(period: Range<Int64>, _ rewind: RulesRewind) {
        self.period = period
        changes = rewind.changes
        newlyCapped = rewind.newlyCapped
        unknownStays = rewind.unknownStays
    }

    /// `nil` is sent, first; reasons in the order of the rules.
    private static let outcomes: [Suppression?] = [nil] + Suppression.allCases.map(Optional.some)

    private func before(_ outcome: Suppression?) -> Int { count { $0.before == outcome } }
    private func after(_ outcome: Suppression?) -> Int { count { $0.after == outcome } }

    private func count(_ isCounted: (RulesRewind.Change) -> Bool) -> Int {
        changes.reduce(0) { $0 + (isCounted($1.key) ? $1.value : 0) }
    }

    private static func name(_ outcome: Suppression?) -> String { outcome?.rawValue ?? "sent" }

    /// The most frequent first.
    private var real: [(change: RulesRewind.Change, count: Int)] {
        changes.filter { $0.key.before != $0.key.after }.map { ($0.key, $0.value) }
            .sorted { ($1.count, Self.names($0.change)) < ($0.count, Self.names($1.change)) }
    }

    private static func names(_ change: RulesRewind.Change) -> String {
        "\(name(change.before)) → \(name(change.after))"
    }

    var text: String {
        let total = count { _ in true }
        var text =
            "\(total) decisions from \(Timestamp.text(period.lowerBound)) to \(Timestamp.text(period.upperBound))\n"
        guard !real.isEmpty else { return text + "nothing would have changed: \(before(nil)) sent\n" }
        text += "\(after(nil)) instead of \(before(nil)) sent"
        if newlyCapped > 0 { text += ", \(newlyCapped) \(newlyCapped == 1 ? "shopper" : "shoppers") would meet a cap" }
        text += "\n\n"
        for outcome in Self.outcomes where before(outcome) + after(outcome) > 0 {
            text += "  \(padded(Self.name(outcome), 26))\(padded("\(before(outcome))", 8)) → \(after(outcome))\n"
        }
        text += "\n"
        for (change, count) in real { text += "  \(padded("\(count)", 6)) \(Self.names(change))\n" }
        if unknownStays > 0 {
            text +=
                "\nOf \(unknownStays) it is not known whether they stayed for the longer dwell: taken as if they had.\n"
        }
        return text
    }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.field("from", Timestamp.text(period.lowerBound))
            $0.field("to", Timestamp.text(period.upperBound))
            $0.field("decisions", count { _ in true })
            $0.field("newly_capped", newlyCapped)
            $0.field("unknown_stays", unknownStays)
            $0.name("outcomes")
            $0.object { outcomes in
                for outcome in Self.outcomes where before(outcome) + after(outcome) > 0 {
                    outcomes.name(Self.name(outcome))
                    outcomes.object {
                        $0.field("before", before(outcome))
                        $0.field("after", after(outcome))
                    }
                }
            }
            $0.name("changes")
            $0.array { list in
                for (change, count) in real {
                    list.object {
                        $0.field("before", Self.name(change.before))
                        $0.field("after", Self.name(change.after))
                        $0.field("count", count)
                    }
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
