/// Many people's ratings of one item.
public struct RatingSummary: Hashable, Sendable {
    /// Stars, 1 … 5.
    public let mean: Double
    /// Standard deviation of single ratings about the mean, stars.
    public let deviation: Double
    public let count: Int

    public init(mean: Double, deviation: Double = 0, count: Int) {
        self.mean = mean
        self.deviation = deviation
        self.count = count
    }
}
