import Foundation
import Glibc
import Synchronization

/// A broker that misbehaves as told: for what a real one does only when it is old, busy or broken.
///
/// One thread serves one connection after the other, each by the script.
final class FakeBroker: Sendable {
    let port: UInt16
    private let listener: Int32
    private let count = Mutex(0)

    init(script: @escaping @Sendable (Wire, _ number: Int) -> Void) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        port = FreePort.next()
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        var address = FreePort.loopback(port)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        listen(listener, 8)
        self.listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                // Else a mosquitto that another test starts would hold it open.
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                guard descriptor >= 0, let number = self?.next() else { return }
                script(Wire(descriptor: descriptor), number)
                shutdown(descriptor, Int32(SHUT_RDWR))
                close(descriptor)
            }
        }
    }

    /// How many connections there were.
    var connections: Int { count.withLock { $0 } }

    private func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}

/// The broker's end of one connection.
struct Wire: Sendable {
    let descriptor: Int32

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// The next packet, as its first byte and its body; `nil` at the end, or when none came in `time`.
    func packet(within time: Duration = .seconds(20)) -> (type: UInt8, body: [UInt8])? {
        var timeout = timeval(
            tv_sec: Int(time.components.seconds), tv_usec: Int(time.components.attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard let type = read(1)?.first else { return nil }
        var length = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard let byte = read(1)?.first else { return nil }
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { break }
        }
        guard let body = read(length) else { return nil }
        return (type, body)
    }

    /// Reads CONNECT and accepts it; the level of the protocol: 4 or 5.
    @discardableResult
    func accept() -> UInt8? {
        guard let connect = packet(), connect.type == 0x10, connect.body.count > 6 else { return nil }
        let level = connect.body[6]
        send(level == 5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0])
        return level
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes[done...].withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard got > 0 else { return nil }
            done += got
        }
        return bytes
    }
}
