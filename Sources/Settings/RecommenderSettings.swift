/// Who chooses the item that a shopper is told of.
public struct RecommenderSettings: Hashable, Sendable {
    enum Kind: String, CaseIterable {
        case embedded, http
    }

    /// The retailer's own engine.
    public struct Engine: Hashable, Sendable {
        /// Without a `/` at the end; what it serves is below `/v1`.
        public var url: String
        /// For a whole answer, a second attempt included.
        public var deadline: Duration = .milliseconds(800)
        /// Sent as a bearer token; `nil`: none.
        public var token: Secret?
    }

    /// `nil`: the embedded one.
    public var engine: Engine?

    public init() {}
}

extension RecommenderSettings {
    mutating func read(_ section: Section) {
        var kind = Kind.embedded
        section.read("kind", into: &kind, .choice)
        var engine = Engine(url: "")
        if kind == .http {
            section.read("url", into: &engine.url, .httpURL)
            if !section.has("url") { section.fault("kind", "kind http needs a url, of the engine's server") }
        } else if section.has("url") {
            section.fault("url", "a url beside kind: embedded; it belongs to kind: http")
            _ = section.node("url")
        }
        section.read("deadline", into: &engine.deadline, .duration(.milliseconds(100), .milliseconds(900)))
        engine.token = section.secret("token")
        self.engine = kind == .http ? engine : nil
    }
}
