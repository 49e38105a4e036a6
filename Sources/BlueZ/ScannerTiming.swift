/// How long the start sequence waits, in microseconds.
struct ScannerTiming {
    /// The kernel gives a command up after 2 s and says so only in its log.
    var answer: Int64 = 3_000_000
    /// Before the scan is set up again, when someone else switched one on in between.
    var setUpAgain: [Int64] = [300_000, 300_000, 300_000]
    /// Before the scan is enabled again, when the controller is busy connecting.
    var enableAgain: [Int64] = [300_000, 1_000_000, 3_000_000]
}
