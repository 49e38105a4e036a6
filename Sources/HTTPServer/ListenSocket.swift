import Glibc

/// A socket that listens, made here and not by the library, so that a failure has its reason.
enum ListenSocket {
    /// - Returns: the descriptor, and the port: the given one, or for 0 one that was free.
    static func open(_ host: String, _ port: UInt16) throws(WebServerError) -> (descriptor: Int32, port: UInt16) {
        let text = SocketAddress.text(host, port)
        guard var address = SocketAddress(host: host, port: port) else { throw WebServerError(address: text, code: 0) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw WebServerError(address: text, code: errno) }
        // A restart does not wait for the last run's connections to be forgotten.
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, SOMAXCONN) == 0 else {
            let code = errno
            close(descriptor)
            throw WebServerError(address: text, code: code)
        }
        return (descriptor, address.readName(of: descriptor) ?? port)
    }
}
