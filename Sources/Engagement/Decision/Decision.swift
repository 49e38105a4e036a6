import JSON

/// What came of an opportunity, and what each rule saw on the way.
public struct Decision: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case send(Suggestion)
        case suppressed(Suppression)
    }

    /// What one rule looked at. The last one of a suppressed decision is the one that said no.
    public struct Finding: Hashable, Sendable {
        public let rule: String
        public let saw: String
    }

    public let outcome: Outcome
    /// `nil`: nobody we know.
    public let user: String?
    /// In the order of the rules.
    public let findings: [Finding]

    /// `nil` where something is sent.
    public var suppression: Suppression? {
        if case .suppressed(let reason) = outcome { reason } else { nil }
    }

    /// The findings as a JSON list, as they are kept.
    public var explanation: [UInt8] {
        var json = JSONWriter()
        json.array {
            for finding in findings {
                $0.object {
                    $0.field("rule", finding.rule)
                    $0.field("saw", finding.saw)
                }
            }
        }
        return json.bytes
    }

    /// The same, but for a cap that the store found taken: by another consumer, between reading and reserving.
    public func overruled(by reason: Suppression) -> Decision {
        let finding = Finding(rule: "reservation", saw: reason.rawValue)
        return Decision(outcome: .suppressed(reason), user: user, findings: findings + [finding])
    }

    private init(outcome: Outcome, user: String?, findings: [Finding]) {
        self.outcome = outcome
        self.user = user
        self.findings = findings
    }

    init(_ outcome: Outcome, _ trial: Trial) {
        self.init(outcome: outcome, user: trial.user, findings: trial.findings)
    }

    /// A decision in the making.
    struct Trial: Sendable {
        var user: String?
        private(set) var findings: [Finding] = []

        /// Notes what a rule saw, and ends with `reason` where it does not hold.
        mutating func require(
            _ holds: Bool, _ rule: String, _ saw: String, else reason: @autoclosure () -> Suppression
        ) throws(Suppression) {
            note(rule, saw)
            if !holds { throw reason() }
        }

        mutating func note(_ rule: String, _ saw: String) { findings.append(Finding(rule: rule, saw: saw)) }

        /// The value, or the end with `reason` where there is none.
        mutating func require<Value>(
            _ value: Value?, _ rule: String, _ saw: String, else reason: Suppression
        ) throws(Suppression) -> Value {
            try require(value != nil, rule, value == nil ? "\(saw): none" : saw, else: reason)
            guard let value else { throw reason }
            return value
        }
    }
}
