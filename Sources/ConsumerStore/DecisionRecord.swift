import JSON

/// A decision as it was kept.
public struct DecisionRecord: Hashable, Sendable {
    /// What one rule looked at.
    public struct Finding: Hashable, Sendable {
        public let rule: String
        public let saw: String
    }

    public let number: Int64
    /// Unix milliseconds.
    public let at: Int64
    public let user: String
    public let site: String
    /// `nil`: the store.
    public let zone: String?
    /// The store visit.
    public let visit: String
    public let trigger: String
    /// Milliseconds in the zone.
    public let dwell: Int64
    /// `nil`: a notification was sent.
    public let reason: String?
    /// The notification's id.
    public let send: String?
    /// In the order of the rules.
    public let findings: [Finding]

    /// From the text that a decision is explained by; what is none is no finding.
    static func findings(_ text: String) -> [Finding] {
        let list = (try? JSONValue(parsing: Array(text.utf8)))?.array ?? []
        return list.compactMap { finding in
            guard let rule = finding["rule"]?.string, let saw = finding["saw"]?.string else { return nil }
            return Finding(rule: rule, saw: saw)
        }
    }
}
