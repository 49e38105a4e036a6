import Daemon
import Presence

/// Lets packets that come one upon the other gather: a busy air costs few wakes, and a packet after a pause no delay.
struct WakePace {
    /// A sixth of a core's time at 5,000 packets a second with one wake for each, a hundredth with one for 25
    /// (`deploy/bench footprint`); and half of what a tap may take (measures.md).
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
