import CMosquitto
import Glibc

/// An eventfd: wakes a thread that polls.
struct EventDescriptor: ~Copyable, Sendable {
    let descriptor: Int32

    init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(descriptor >= 0, "no file descriptor left for an eventfd")
    }

    deinit { close(descriptor) }

    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    /// Waits for a signal; whether it came.
    func wait(atMost time: Duration) -> Bool {
        let deadline = Monotonic.now + time
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = deadline - Monotonic.now
            let count = poll(&entry, 1, left > .zero ? left.pollTimeout : 0)
            if count > 0 { return true }
            if count == 0, left <= .zero { return false }
            if count < 0, errno != EINTR { return false }
        }
    }
}
