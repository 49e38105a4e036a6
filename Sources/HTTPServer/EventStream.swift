import Synchronization

/// Server-Sent Events to one client (WHATWG HTML, section 9.2), sent from any thread.
public final class EventStream: Sendable {
    private struct State {
        var queue: [UInt8]
        var isClosed = false
        /// The client did not take what waits for it.
        var isOverflowing = false
        /// A letter is under way.
        var isPosted = false
    }

    private let id: UInt64
    private let capacity: Int
    private let mailbox: Mailbox
    private let state: Mutex<State>

    init(id: UInt64, capacity: Int, mailbox: Mailbox) {
        self.id = id
        self.capacity = capacity
        self.mailbox = mailbox
        // The client sees at once that it is connected; after a loss it comes again in 3 s.
        state = Mutex(State(queue: Array("retry: 3000\n\n".utf8)))
    }

    /// - Parameters:
    ///   - event: its name, without line ends.
    ///   - data: UTF-8; each line becomes one of the event.
    /// - Returns: `false` when the client has gone or was too slow: nothing more arrives.
    @discardableResult
    public func send(_ event: StaticString, _ data: [UInt8]) -> Bool {
        var bytes = Array("event: \(event)\n".utf8)
        for line in data.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            bytes += Array("data: ".utf8) + line + [0x0A]
        }
        return queue(bytes + [0x0A])
    }

    /// Ends the stream when the client has taken what waits.
    public func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { mailbox.post(.stream(id)) }
    }

    public var isOpen: Bool { state.withLock { !$0.isClosed && !$0.isOverflowing } }

    /// A comment: shows whether the client is still there, and keeps proxies from closing.
    func keepAlive() { _ = queue(Array(":\n\n".utf8)) }

    /// The client has gone.
    func end() {
        state.withLock {
            $0.isClosed = true
            $0.queue.removeAll()
        }
    }

    var isOverflowing: Bool { state.withLock { $0.isOverflowing } }

    /// What comes next, at most `count` bytes: empty when nothing waits, `nil` at the end.
    func take(_ count: Int) -> [UInt8]? {
        state.withLock { state in
            state.isPosted = false
            if state.queue.isEmpty || state.isOverflowing { return state.isClosed || state.isOverflowing ? nil : [] }
            defer { state.queue.removeFirst(min(count, state.queue.count)) }
            return Array(state.queue.prefix(count))
        }
    }

    private func queue(_ bytes: [UInt8]) -> Bool {
        let (isTaken, isNews) = state.withLock { state in
            guard !state.isClosed, !state.isOverflowing else { return (false, false) }
            state.isOverflowing = state.queue.count + bytes.count > capacity
            if !state.isOverflowing { state.queue += bytes }
            defer { state.isPosted = true }
            return (!state.isOverflowing, !state.isPosted || state.isOverflowing)
        }
        if isNews { mailbox.post(.stream(id)) }
        return isTaken
    }
}
