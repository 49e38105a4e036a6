import Glibc

enum Wait {
    /// Microseconds: an hour, so that no sum overflows.
    private static let longest: Int64 = 3_600_000_000

    /// Waits until one of `descriptors` has something to say (−1: never), at the latest until `deadline` (monotonic
    /// µs): the poll(2) events of each.
    static func until(_ deadline: Int64, _ descriptors: [Int32]) throws(ScannerError) -> [Int32] {
        var waits = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let left = min(max(0, deadline - Clock.monotonic()), longest)
        guard poll(&waits, nfds_t(waits.count), Int32(clamping: (left + 999) / 1000)) >= 0 || errno == EINTR else {
            throw ScannerError(call: "poll", code: errno)
        }
        return waits.map { Int32($0.revents) }
    }
}
