/// Brings the kernel's time stamps, which are realtime, onto the monotonic clock.
///
/// Once a batch, so that a stepped wall clock disturbs nobody: never back in time, never ahead of now.
struct StampConverter {
    private var last = Int64.min

    /// - Parameters:
    ///   - stamp: realtime µs; `nil` where the kernel gave none: then the packet counts as received now.
    ///   - realtime, monotonic: now, read together after the batch, µs.
    mutating func monotonic(_ stamp: Int64?, realtime: Int64, monotonic now: Int64) -> Int64 {
        let age = stamp.map { realtime - $0 } ?? 0
        // An age that no socket buffer can hold is a stepped clock.
        let time = (0...Self.oldest).contains(age) ? now - age : now
        last = min(max(time, last), now)
        return last
    }

    /// Microseconds: a reader that stalls for longer has lost its buffer anyway.
    private static let oldest: Int64 = 60_000_000
}
