/// Signs of life of a controller whose reports the kernel keeps back: its events, less the answers to commands.
struct EventCount {
    private var before: (events: UInt32, answers: UInt32)?
    private(set) var reports: UInt64 = 0
    private(set) var lastAt: Int64 = 0

    /// - Parameters:
    ///   - events: that the kernel has taken from the controller; begins anew with a new adapter.
    ///   - answers: of these, answers to commands.
    mutating func note(_ events: UInt32, answers: UInt32, at now: Int64) {
        defer { before = (events, answers) }
        guard let before, events >= before.events, answers >= before.answers else { return }
        let more = Int64(events - before.events) - Int64(answers - before.answers)
        guard more > 0 else { return }
        reports += UInt64(more)
        lastAt = now
    }
}
