/// How well an item suits a visitor.
public struct ScoredItem: Hashable, Sendable {
    public let id: String
    /// Cosine of the visitor's profile and the item: −1 … 1; 0 where nothing is known of the visitor.
    public let match: Double
    /// What others think, in standard deviations from the mean, shrunk towards 0; `nil`: not known.
    public let quality: Double?
    /// The estimated probability that the visitor likes it; calibrated only where `quality` is known.
    public let probability: Double
    /// The strongest first, at most three, each contributing more than 0.02.
    public let reasons: [Reason]
    /// The visitor's dislikes that it has: with any, it is never suggested.
    public let blocked: [Preference]

    public init(
        id: String, match: Double, quality: Double?, probability: Double, reasons: [Reason], blocked: [Preference] = []
    ) {
        self.id = id
        self.match = match
        self.quality = quality
        self.probability = probability
        self.reasons = reasons
        self.blocked = blocked
    }
}
