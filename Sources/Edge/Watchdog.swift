import Daemon
import Presence

/// Tells systemd that the gateway lives, as often as the unit wants it: from the gateway's own thread, and only while
/// every thread that it needs turns, too.
struct Watchdog {
    private let notifier: ServiceNotifier
    private var next: Instant

    init(_ notifier: ServiceNotifier, at now: Instant) {
        self.notifier = notifier
        next = now
    }

    /// When it is to look again; `nil` where nobody watches.
    var deadline: Instant? { notifier.watchdogInterval == nil ? nil : next }

    /// Returns the threads that are stuck, where it looked.
    @discardableResult
    mutating func look(at now: Instant, stuck: () -> [String]) -> [String] {
        guard let interval = notifier.watchdogInterval, now >= next else { return [] }
        next = now + interval
        let stuck = stuck()
        if stuck.isEmpty { notifier.alive() }
        return stuck
    }
}
