import Presence

/// How often the gateway lets itself be asked, so that no one's questions crowd out its events.
struct RequestBudget {
    enum Verdict {
        case answer
        /// Say that it is too often.
        case refuse
        case ignore
    }

    /// A person's tools ask a few at once, then seldom.
    private static let perSecond = 2.0
    private static let most = 40.0
    /// What is below this is for refusals.
    private static let reserve = 20.0

    private var left = most
    private var at: Instant

    init(at now: Instant) { at = now }

    mutating func verdict(at now: Instant) -> Verdict {
        left = min(left + max((now - at).seconds, 0) * Self.perSecond, Self.most)
        at = now
        guard left >= 1 else { return .ignore }
        left -= 1
        return left >= Self.reserve ? .answer : .refuse
    }
}
