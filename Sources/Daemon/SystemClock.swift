import CLinux
import Glibc

/// The clocks of the machine. Only executables read them; everything else is handed the time.
public enum SystemClock {
    /// Microseconds since some start; never steps, stands still while the machine sleeps (CLOCK_MONOTONIC).
    public static func monotonicMicroseconds() -> Int64 {
        let now = read(CLOCK_MONOTONIC)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }

    /// Unix time in milliseconds, as right as the machine knows it.
    public static func wallMilliseconds() -> Int64 { wallMicroseconds() / 1000 }

    /// As `wallMilliseconds`, finer.
    public static func wallMicroseconds() -> Int64 {
        let now = read(CLOCK_REALTIME)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }

    /// Whether the kernel says that the wall clock follows a time source; boxes without a battery boot in the past.
    public static var isSynced: Bool { beckon_clock_synchronised() }

    private static func read(_ clock: clockid_t) -> timespec {
        var now = timespec()
        clock_gettime(clock, &now)
        return now
    }
}
