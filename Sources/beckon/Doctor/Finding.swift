import JSON

/// What the doctor found of one thing.
struct Finding: Equatable {
    enum Verdict: String {
        case good, warning, fault
    }

    /// What was looked at, in a word or two.
    let subject: String
    let verdict: Verdict
    let saw: String
    /// What to do.
    let advice: String?

    static func good(_ subject: String, _ saw: String) -> Finding {
        Finding(subject: subject, verdict: .good, saw: saw, advice: nil)
    }

    static func warning(_ subject: String, _ saw: String, advice: String) -> Finding {
        Finding(subject: subject, verdict: .warning, saw: saw, advice: advice)
    }

    static func fault(_ subject: String, _ saw: String, advice: String) -> Finding {
        Finding(subject: subject, verdict: .fault, saw: saw, advice: advice)
    }

    /// For people.
    func text(_ style: Style) -> String {
        let mark =
            switch verdict {
            case .good: style.green("✓")
            case .warning: style.yellow("!")
            case .fault: style.red("✗")
            }
        let line = "\(mark) \(style.bold(subject)): \(saw)\n"
        return line + (advice.map { "    → \($0)\n" } ?? "")
    }

    var json: [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.field("subject", subject)
            $0.field("verdict", verdict.rawValue)
            $0.field("saw", saw)
            if let advice { $0.field("advice", advice) }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}
