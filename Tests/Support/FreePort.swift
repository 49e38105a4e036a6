import Glibc
import Synchronization

/// Ports of the loopback interface.
package enum FreePort {
    /// Below those that the kernel gives to connections (from 32768 on): one of these could have the port before the
    /// server does for which it is meant, even the connection that asks whether that listens yet.
    private static let range: Range<UInt16> = 20_000..<32_000
    private static let last = Mutex(UInt16.random(in: range))

    /// One that nobody listens on, another at each call.
    package static func next() -> UInt16 {
        while true {
            let port = last.withLock { last in
                last = last + 1 < range.upperBound ? last + 1 : range.lowerBound
                return last
            }
            if isFree(port) { return port }
        }
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = loopback(port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    package static func listens(_ port: UInt16) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = loopback(port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
