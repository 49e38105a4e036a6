import Synchronization

/// What other threads have for the client's thread.
final class Mailbox: Sendable {
    struct Letter: Sendable {
        let message: MQTTMessage
        /// `nil`: nobody waits for the acknowledgement.
        let token: UInt64?
    }

    private struct State {
        var letters: [Letter] = []
        /// Whether the thread sleeps on, as more letters come at once.
        var isGathering = false
        var isOpen = false
        var isStopping = false
    }

    /// More than the window, so that the thread finds work; little enough to be bounded memory.
    private static let capacity = 1000

    let wake = EventDescriptor()
    private let state = Mutex(State())

    /// Whether the letter was taken: not while there is no connection, and not when full.
    func post(_ letter: Letter) -> Bool {
        let (isTaken, isFirst) = state.withLock { state in
            guard state.isOpen, !state.isStopping, state.letters.count < Self.capacity else { return (false, false) }
            state.letters.append(letter)
            return (true, state.letters.count == 1 && !state.isGathering)
        }
        if isFirst { wake.signal() }
        return isTaken
    }

    /// Wakes the thread once for all that `body` posts.
    func together<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        state.withLock { $0.isGathering = true }
        defer {
            let isAny = state.withLock { state in
                state.isGathering = false
                return !state.letters.isEmpty
            }
            if isAny { wake.signal() }
        }
        try body()
    }

    /// Letters are taken from now on.
    func open() { state.withLock { $0.isOpen = true } }

    /// The connection has gone: what was not sent is forgotten.
    func shut() {
        state.withLock {
            $0.isOpen = false
            $0.letters.removeAll()
        }
    }

    /// The first letters, at most `count`.
    func take(_ count: Int) -> [Letter] {
        guard count > 0 else { return [] }
        return state.withLock { state in
            guard count < state.letters.count else {
                defer { state.letters = [] }
                return state.letters
            }
            let taken = Array(state.letters.prefix(count))
            state.letters.removeFirst(count)
            return taken
        }
    }

    var isEmpty: Bool { state.withLock { $0.letters.isEmpty } }

    /// Takes a last letter and no more.
    func stop(farewell: MQTTMessage?) {
        state.withLock { state in
            if state.isOpen, !state.isStopping, let farewell {
                state.letters.append(Letter(message: farewell, token: nil))
            }
            state.isStopping = true
        }
        wake.signal()
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }
}
