import Glibc

/// A TCP connection to a port of this machine, for tests that send what no client library would.
public final class RawConnection: Sendable {
    private let descriptor: Int32

    /// `nil`: nobody listens there.
    ///
    /// - Parameter receiveBuffer: bytes that the kernel keeps for a reader who does not read.
    public init?(port: UInt16, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var size = receiveBuffer {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let code = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Whether the kernel took all of it.
    @discardableResult
    public func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        return unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
        }
    }

    @discardableResult
    public func send(_ text: String) -> Bool { send(text.utf8) }

    /// What comes until `isEnough` says so, the other side closes, or the time is over.
    public func read(
        within time: Duration = .seconds(5), until isEnough: (String) -> Bool = { _ in false }
    ) -> String {
        var received: [UInt8] = []
        let deadline = ContinuousClock.now + time
        while !isEnough(String(decoding: received, as: UTF8.self)) {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0, unsafe poll(&entry, 1, Int32(left.rounded(.up))) > 0 else { break }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            received += buffer.prefix(count)
        }
        return String(decoding: received, as: UTF8.self)
    }

    /// Whether the other side closes within the time; what it sends until then is forgotten.
    public func isClosed(within time: Duration) -> Bool {
        let deadline = ContinuousClock.now + time
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0, unsafe poll(&entry, 1, Int32(left.rounded(.up))) > 0 else { return false }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            if unsafe recv(descriptor, &buffer, buffer.count, 0) <= 0 { return true }
        }
    }
}
