/// What the decisions of today came to.
public struct CountsPart: Sendable {
    /// The most frequent first; `nil`: they were told something.
    public var counts: [(reason: String?, count: Int)]

    public init(counts: [(reason: String?, count: Int)]) { self.counts = counts }

    public var part: LivePart {
        guard let most = counts.map(\.count).max() else {
            return LivePart("counts", "Decisions today", "<p class=\"hint\">None so far.</p>")
        }
        let rows = counts.map { reason, count -> HTML in
            """
            <tr><th scope="row">\(reason ?? "told")</th><td class="number">\(count)</td>\
            <td class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">\
            <rect width="\(Int(100 * Double(count) / Double(max(most, 1))))" height="10"\(reason == nil ? " class=\"good\"" as HTML : nil)/>\
            </svg></td></tr>

            """
        }
        return LivePart(
            "counts", "Decisions today",
            Table.html("Decisions today by reason", [("Reason", false), ("Count", true), ("Share", false)], rows))
    }
}
