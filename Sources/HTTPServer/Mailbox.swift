import CMicrohttpd
import Glibc
import Synchronization

/// What other threads have for the server's thread.
final class Mailbox: Sendable {
    enum Letter: Sendable {
        case answer(UInt64, WebResponse)
        /// A stream has something to send, or has ended.
        case stream(UInt64)
    }

    private struct State {
        var letters: [Letter] = []
        var isStopping = false
    }

    /// Readable when there is a letter.
    let descriptor: Int32
    private let state = Mutex(State())

    init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(descriptor >= 0, "no file descriptor left for an eventfd")
    }

    deinit { close(descriptor) }

    /// Bounded by those who post: one letter a request or stream until it is taken.
    func post(_ letter: Letter) {
        state.withLock { if !$0.isStopping { $0.letters.append(letter) } }
        wake()
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    func take() -> [Letter] {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        return state.withLock { state in
            defer { state.letters.removeAll() }
            return state.letters
        }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }
}
