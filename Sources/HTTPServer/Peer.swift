import Glibc

/// One connection from accept to close, on the server's thread.
final class Peer {
    let connection: OpaquePointer
    let socket: Int32
    private let address: String
    /// When what goes on must be over, or for a stream, when it next shows that it lives.
    var deadline: ContinuousClock.Instant
    var exchange: Exchange?
    /// The library was told to leave the connection alone.
    var isSuspended = false

    /// Milliseconds until the kernel gives up on a client that acknowledges nothing.
    private static let acknowledging: UInt32 = 30_000

    init(_ connection: OpaquePointer, socket: Int32, deadline: ContinuousClock.Instant) {
        self.connection = connection
        self.socket = socket
        self.deadline = deadline
        address = SocketAddress(peerOf: socket)?.host ?? "unknown"
        var time = Self.acknowledging
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &time, socklen_t(MemoryLayout<UInt32>.size))
    }

    /// Who asks: the other end, or whom a proxy on this machine names.
    func address(by headers: [(name: String, value: String)]) -> String {
        guard SocketAddress.isLoopback(address), let name = headers.first(where: { $0.name == "x-real-ip" })?.value
        else { return address }
        return SocketAddress(host: name, port: 0)?.host ?? address
    }

    /// The library sees the end of the connection, and closes it.
    func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }
}
