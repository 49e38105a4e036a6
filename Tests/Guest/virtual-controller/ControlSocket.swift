import Glibc

/// Where the server is told what to do: one connection, one line, one answer.
enum ControlSocket {
    private static let path = "/run/virtual-controller"

    /// A descriptor to poll.
    static func listen() throws(PortError) -> Int32 {
        unlink(path)
        let descriptor = try socket(bind)
        guard Glibc.listen(descriptor, 8) == 0 else { throw PortError(path) }
        return descriptor
    }

    /// Takes one line and gives the answer of `handle`.
    static func serve(_ listener: Int32, _ handle: (String) -> String) {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        defer { close(connection) }
        put(handle(text(connection)), to: connection)
    }

    /// Says one line to the server: its answer.
    static func ask(_ line: String) throws(PortError) -> String {
        let connection = try socket(connect)
        defer { close(connection) }
        put(line, to: connection)
        shutdown(connection, Int32(SHUT_WR))
        return text(connection)
    }

    private static func socket(
        _ attach: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) throws(PortError) -> Int32 {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw PortError("socket") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                attach(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw PortError(path) }
        return descriptor
    }

    private static func text(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}

/// Writes at once: nothing is left in a buffer when the process is ended.
func put(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = write(descriptor, bytes, bytes.count)
}
