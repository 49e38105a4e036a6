import Glibc

/// The two clocks of the machine, in microseconds.
enum Clock {
    static func monotonic() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Since 1970; may step.
    static func realtime() -> Int64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
