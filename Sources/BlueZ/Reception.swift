/// What came of one wait for reports.
public struct Reception: Hashable, Sendable {
    public var packets = 0
    /// Monotonic µs: all that was received up to then has been handed over. Only up to here is silence silence.
    public var drainedAt: Int64?
}
