import Foundation
import Glibc
import Synchronization

/// A server on loopback that behaves as told, each connection on a thread of its own.
final class FakeServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let requests = Mutex<[String]>([])

    /// - Parameter script: called with the connection each time a whole request has come.
    init(_ script: @escaping @Sendable (Connection) -> Void) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        precondition(isBound, "no port")
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                Thread.detachNewThread { [weak self] in
                    let connection = Connection(descriptor: descriptor)
                    // Connections are kept and used again.
                    while let request = connection.request() {
                        self?.note(request)
                        script(connection)
                    }
                    connection.close()
                }
            }
        }
    }

    /// An answer like a sound server's.
    convenience init(status: String = "200 OK", headers: String = "", body: String) {
        self.init { connection in
            connection.send("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
        }
    }

    var url: String { "http://127.0.0.1:\(port)/" }

    /// What came, head and body.
    var received: [String] { requests.withLock { $0 } }

    private func note(_ request: String) { requests.withLock { $0.append(request) } }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
    }
}

/// The server's end of a connection.
struct Connection: Sendable {
    let descriptor: Int32

    /// Whether it left.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        Glibc.close(descriptor)
    }

    /// The next request with as much of a body as it announces; `nil` at the end.
    func request() -> String? {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = text.range(of: "\r\n\r\n") {
                let announced = text.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
                if text[end.upperBound...].utf8.count >= announced { return text }
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
