import CLinux
import Glibc

/// Wakes a thread that sleeps in `poll`, from any thread.
public final class Wake: Sendable {
    /// Readable from `signal()` until `clear()`.
    public let descriptor: Int32

    public init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError("eventfd") }
    }

    deinit { close(descriptor) }

    public func signal() { _ = eventfd_write(descriptor, 1) }

    /// - Returns: how many signals there were since the last time.
    @discardableResult
    public func clear() -> Int {
        var count = eventfd_t()
        return eventfd_read(descriptor, &count) == 0 ? Int(count) : 0
    }
}
