import Glibc

/// The clock of deadlines: goes on at its pace whatever happens to wall time.
enum Monotonic {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Duration {
    /// Milliseconds for poll(2), rounded up, at most a day.
    var pollTimeout: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < 86_400 else { return 86_400_000 }
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Whole seconds for a property, within its range.
    var wholeSeconds: UInt32 { UInt32(clamping: components.seconds) }
}
