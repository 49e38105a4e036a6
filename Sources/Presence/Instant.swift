/// A moment on the monotonic clock that the caller hands in: microseconds since any fixed start.
///
/// Eight bytes, where `Duration` has sixteen: a pair's hot fields share one cache line. Arithmetic saturates, since
/// captures bring times of their own.
public struct Instant: Hashable, Comparable, Sendable {
    public let microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    public static let zero = Instant(microseconds: 0)

    public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = instant.microseconds.addingReportingOverflow(duration.microseconds)
        return Instant(microseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    public static func - (left: Instant, right: Instant) -> Duration {
        let (difference, overflow) = left.microseconds.subtractingReportingOverflow(right.microseconds)
        return .microseconds(overflow ? (left < right ? .min : .max) : difference)
    }
}

extension Duration {
    /// Whole microseconds, saturating at the range of `Int64`.
    public var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, sumOverflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return overflow || sumOverflow ? (seconds < 0 ? .min : .max) : sum
    }

    /// Whole milliseconds, as the payloads' `_ms` fields give them.
    public var milliseconds: Int64 { microseconds / 1000 }
}
