import CLinux
import Glibc

/// What the process is asked from outside.
public enum Signal: Sendable, Equatable {
    /// SIGTERM.
    case terminate
    /// SIGINT: Ctrl-C.
    case interrupt
    /// SIGHUP.
    case reload
}

/// SIGTERM, SIGINT and SIGHUP as a file descriptor; SIGPIPE is ignored.
///
/// Make it first in `main`: threads inherit the mask of the thread that starts them, and a signal that some thread
/// leaves unblocked ends the process instead of arriving here. So would a child process inherit it.
public struct Signals: ~Copyable, Sendable {
    /// Readable when a signal is waiting.
    public let descriptor: Int32
    private let isWake: Bool

    public init() throws(SystemError) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
        let code = pthread_sigmask(SIG_BLOCK, &signals, nil)
        guard code == 0 else { throw SystemError("pthread_sigmask", code: code) }
        Glibc.signal(SIGPIPE, SIG_IGN)
        let descriptor = signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError("signalfd") }
        self.descriptor = descriptor
        isWake = false
    }

    /// For a thread beside the main one, which has the process's signals: SIGTERM alone, when `wake` says so.
    public init(stoppedBy wake: Wake) throws(SystemError) {
        descriptor = fcntl(wake.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SystemError("fcntl") }
        isWake = true
    }

    deinit { close(descriptor) }

    /// The next signal; `nil` when none came within `patience`, at times a little earlier (no patience given: for ever).
    public func next(within patience: Duration? = nil) -> Signal? {
        let milliseconds = patience.map { Int32(min(max($0 / .milliseconds(1), 0), 1e9)) } ?? -1
        repeat {
            if let signal = take() { return signal }
            if patience == .zero { return nil }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, milliseconds)
        } while patience == nil
        return take()
    }

    /// The next signal that has arrived already.
    private func take() -> Signal? {
        if isWake {
            var count = eventfd_t()
            return eventfd_read(descriptor, &count) == 0 ? .terminate : nil
        }
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor, &information, size) == size else { return nil }
        switch Int32(bitPattern: information.ssi_signo) {
        case SIGTERM: return .terminate
        case SIGINT: return .interrupt
        default: return .reload
        }
    }
}
