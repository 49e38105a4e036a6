import Glibc

/// Waiting for file descriptors.
public enum Descriptors {
    /// Returns when one of `descriptors` is readable, or at `deadline` (monotonic microseconds; `nil`: never).
    public static func wait(_ descriptors: [Int32], until deadline: Int64?) {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var patience: Int32 = -1
        if let deadline {
            let left = max(deadline - SystemClock.monotonicMicroseconds(), 0)
            patience = Int32(clamping: (left + 999) / 1000)
        }
        poll(&polled, nfds_t(polled.count), patience)
    }
}
