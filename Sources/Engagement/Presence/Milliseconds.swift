extension Duration {
    /// Whole milliseconds, as Unix time counts them; at most some 35,000 years.
    public var inMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, -(1 << 40)), 1 << 40) * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
