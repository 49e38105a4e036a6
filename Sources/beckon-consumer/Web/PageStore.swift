import ConsumerStore
import Daemon
import Synchronization

/// The pages' own connection to the store. A session at a server ends when it has been silent for a while, or with the
/// server; the next request opens another.
final class PageStore: Sendable {
    private struct State: ~Copyable {
        var store: ConsumerStore
        /// Microseconds; `nil`: it failed when it was used last.
        var usedAt: Int64?
    }

    private let state: Mutex<State>
    private let open: @Sendable () throws -> ConsumerStore
    /// Microseconds: a session that has answered so lately is not asked first whether it is there.
    private static let trust: Int64 = 1_000_000

    init(_ open: @escaping @Sendable () throws -> ConsumerStore) throws {
        self.open = open
        state = Mutex(State(store: try open(), usedAt: nil))
    }

    /// Runs `body`, never twice.
    func use<Value: Sendable>(_ body: @Sendable (borrowing ConsumerStore) throws -> Value) throws -> Value {
        try state.withLock { state in
            let now = SystemClock.monotonicMicroseconds()
            if state.usedAt.map({ now - $0 > Self.trust }) ?? true, Self.isLost(state.store) {
                state.store = try open()
            }
            state.usedAt = nil
            let value = try body(state.store)
            state.usedAt = now
            return value
        }
    }

    private static func isLost(_ store: borrowing ConsumerStore) -> Bool {
        do throws(StoreError) {
            try store.touch()
            return false
        } catch {
            return error.fault == .lost
        }
    }
}
