import Synchronization

/// Whether every thread still turns, for the watchdog.
final class Heartbeats: Sendable {
    /// By the thread's name: whether it has turned since the last look.
    private let turned = Mutex<[String: Bool]>([:])

    func beat(_ name: String) { turned.withLock { $0[name] = true } }

    /// The thread has ended; nothing is expected of it any more.
    func end(_ name: String) { turned.withLock { $0[name] = nil } }

    /// Whether all have turned since the last look.
    func look() -> Bool {
        turned.withLock { turned in
            defer { turned = turned.mapValues { _ in false } }
            return turned.values.allSatisfy(\.self)
        }
    }
}
