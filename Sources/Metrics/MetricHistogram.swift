/// How often something took how long.
public struct MetricHistogram: Sendable {
    /// The upper ends of the buckets, rising; one more is for what is above them all.
    let bounds: [Double]
    private(set) var counts: [UInt64]
    private(set) var sum = 0.0

    public init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// What is no number is not counted.
    public mutating func observe(_ value: Double) {
        guard value.isFinite else { return }
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] &+= 1
        sum += value
    }
}
