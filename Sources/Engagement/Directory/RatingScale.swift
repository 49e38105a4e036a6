/// The mean and spread of all single ratings, in stars: what makes ratings comparable.
public struct RatingScale: Hashable, Sendable {
    public let mean: Double
    /// More than 0.
    public let deviation: Double

    public init(mean: Double, deviation: Double) {
        self.mean = mean
        self.deviation = deviation
    }

    /// For a catalogue without ratings: the middle of 1 … 5, and a quarter of its width.
    public static let unknown = RatingScale(mean: 3, deviation: 1)

    /// From the items' summaries: variance within the items plus variance between them.
    public init(of summaries: some Sequence<RatingSummary>) {
        var (count, sum, squares) = (0.0, 0.0, 0.0)
        for summary in summaries {
            let weight = Double(summary.count)
            count += weight
            sum += weight * summary.mean
            squares += weight * (summary.mean * summary.mean + summary.deviation * summary.deviation)
        }
        let mean = sum / count
        let variance = squares / count - mean * mean
        // Also false for the NaN of an empty catalogue.
        guard variance > 1e-9 else {
            self = .unknown
            return
        }
        self.init(mean: mean, deviation: variance.squareRoot())
    }
}
