import Daemon
import Presence

/// Lets packets that come one upon the other gather: a busy air costs few wakes, and a packet after a pause no delay.
struct WakePace {
    /// Half of what a tap may take (measures.md). With it 1,000 packets a second take 2 % of a core instead of 4.1, and
    /// 5,000 take 2 % instead of 5.4 (`deploy/bench footprint`).
    private static let pause: Duration = .milliseconds(5)

    /// Until when packets gather.
    private var quiet = Instant.zero

    /// To be called when packets have been handed over.
    mutating func handedOver(at now: Instant) { quiet = now + Self.pause }

    /// Waits while packets gather: at most to `deadline`, or until one of `wakes` is readable.
    func gather(_ wakes: [Int32], until deadline: Instant?) {
        guard Instant.now < quiet else { return }
        Descriptors.wait(wakes, until: min(quiet, deadline ?? quiet).microseconds)
    }
}
