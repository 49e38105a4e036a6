import CLinux
import Glibc

/// One thread of our own, for what blocks. It takes no signals: they belong to the main thread.
public struct Worker: ~Copyable, Sendable {
    private let thread: pthread_t

    /// - Parameter name: as `ps -L` and debuggers show it; the kernel keeps 15 bytes.
    public init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, runWorker, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw SystemError("cannot start thread \(name)", code: code)
        }
        self.thread = thread
    }

    deinit { pthread_detach(thread) }

    /// Waits until the thread has ended.
    public consuming func join() {
        pthread_join(thread, nil)
        discard self
    }
}

private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

/// A function of its own and not a closure, so that no actor's isolation is checked on the new thread.
private func runWorker(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
    _ = pthread_setname_np(pthread_self(), String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
    start.body()
    return nil
}
