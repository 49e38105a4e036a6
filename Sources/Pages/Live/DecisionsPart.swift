/// The last decisions, each with what every rule saw.
public struct DecisionsPart: Sendable {
    public struct Decision: Sendable {
        public var number: Int64
        /// Local time in words.
        public var time: String
        public var user: String
        public var site: String
        /// `nil`: the store.
        public var zone: String?
        /// `nil`: they were told something.
        public var reason: String?
        /// In the order of the rules; the last of a suppressed one is the one that said no.
        public var findings: [(rule: String, saw: String)]

        public init(
            number: Int64, time: String, user: String, site: String, zone: String?, reason: String?,
            findings: [(rule: String, saw: String)]
        ) {
            self.number = number
            self.time = time
            self.user = user
            self.site = site
            self.zone = zone
            self.reason = reason
            self.findings = findings
        }
    }

    /// The latest first.
    public var decisions: [Decision]

    public init(decisions: [Decision]) { self.decisions = decisions }

    public var part: LivePart {
        let list = decisions.map { decision -> HTML in
            let outcome: HTML =
                decision.reason.map { "<span class=\"mark\">\($0)</span>" } ?? "<span class=\"mark good\">told</span>"
            return """
                <li id="decision-\(String(decision.number))"><details><summary><time>\(decision.time)</time> \
                <strong>\(decision.user)</strong> \
                <span class="place">\(decision.site), \(decision.zone ?? "store")</span> \(outcome)</summary>
                \(Self.table(decision))
                </details></li>

                """
        }
        let body: HTML =
            list.isEmpty
            ? "<p class=\"hint\">Nobody we know has stayed anywhere yet.</p>"
            : "<ol class=\"decisions\">\n\(HTML(list))</ol>"
        return LivePart("decisions", "Last decisions", body)
    }

    private static func table(_ decision: Decision) -> HTML {
        let last = decision.findings.count - 1
        let rows = decision.findings.enumerated().map { index, finding -> HTML in
            let isRefusal = decision.reason != nil && index == last
            return """
                <tr\(isRefusal ? " class=\"bad\"" as HTML : nil)><th scope="row">\(finding.rule)</th>\
                <td>\(finding.saw)</td></tr>

                """
        }
        return Table.html(
            "What each rule saw of \(decision.user) at \(decision.time)", [("Rule", false), ("What it saw", false)],
            rows)
    }
}
