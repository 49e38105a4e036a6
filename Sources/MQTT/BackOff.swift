/// How long to wait before the next attempt: full jitter, so that a chain of shops does not come back in step.
public struct BackOff: Hashable, Sendable {
    public var first: Duration
    public var longest: Duration
    private var failures = 0

    public init(first: Duration = .milliseconds(500), longest: Duration = .seconds(60)) {
        self.first = first
        self.longest = longest
    }

    /// A random time below the bound, which doubles with each failure.
    public mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
        let bound = min(first * (1 << min(failures, 20)), longest)
        failures += 1
        return bound * Double.random(in: 0..<1, using: &random)
    }

    public mutating func reset() { failures = 0 }
}
