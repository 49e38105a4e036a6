/// A visitor's answer to one question about their data.
public struct Consent: Hashable, Sendable {
    /// What is asked for; each is given and withdrawn on its own.
    public enum Purpose: String, Sendable, CaseIterable {
        case presence, profiling, marketing
    }

    public enum State: String, Sendable, CaseIterable {
        case granted
        /// Never asked again.
        case refused
        case neverAsked = "never_asked"
    }

    public var state: State
    /// The version of the text that was shown.
    public var version: String?
    /// A hash of that text.
    public var textHash: String?
    /// When it was answered, Unix milliseconds.
    public var at: Int64?
    /// Where it was answered: a page, an app, a till.
    public var source: String?

    public init(
        _ state: State, version: String? = nil, textHash: String? = nil, at: Int64? = nil, source: String? = nil
    ) {
        self.state = state
        self.version = version
        self.textHash = textHash
        self.at = at
        self.source = source
    }
}

extension Consent {
    /// What holds of two answers: the later one; where that cannot be told, the refusal. Any answer beats none.
    public func merged(with other: Consent) -> Consent {
        if state == .neverAsked || other.state == .neverAsked { return state == .neverAsked ? other : self }
        if let at, let otherAt = other.at, at != otherAt { return at > otherAt ? self : other }
        return state == .refused ? self : other
    }
}
