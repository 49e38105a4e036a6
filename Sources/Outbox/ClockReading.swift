public import Presence

/// The machine's clocks at one moment.
public struct ClockReading: Hashable, Sendable {
    public var now: Instant
    /// Unix milliseconds, as right as the machine knows it.
    public var wall: Int64
    /// Whether the kernel says that the wall clock is right.
    public var isSynced: Bool
    /// Names the boot of the machine, from which `now` counts.
    public var boot: Int64

    public init(now: Instant, wall: Int64, isSynced: Bool, boot: Int64) {
        self.now = now
        self.wall = wall
        self.isSynced = isSynced
        self.boot = boot
    }

    /// Unix milliseconds at `Instant.zero`, as of now.
    var origin: Int64 { wall.sum(-(now.microseconds / 1000)) }
}

extension Int64 {
    /// Saturates: what a file says may be anything.
    func sum(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// Saturates.
    func difference(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
