/// Why an item suits a visitor: its positive share of the match.
public struct Reason: Hashable, Sendable {
    public let dimension: Dimension
    /// Part of the cosine; all dimensions' contributions add up to the match.
    public let contribution: Double

    public init(_ dimension: Dimension, contribution: Double) {
        self.dimension = dimension
        self.contribution = contribution
    }
}
