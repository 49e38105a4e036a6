import CMicrohttpd
import Glibc

/// A server of HTTP/1.1 with one thread of its own, on which handlers run.
public final class WebServer: Sendable {
    /// Where it listens: with the port that the kernel gave, if 0 was asked for.
    public let address: String
    public let port: UInt16
    private let mailbox: Mailbox
    private let thread: pthread_t

    /// Listens from now on, until `stop`.
    ///
    /// - Parameters:
    ///   - host: a numeric address of IPv4 or IPv6; `0.0.0.0` and `::` are all.
    ///   - port: 0: any that is free.
    public init(
        host: String, port: UInt16, limits: WebLimits = WebLimits(), _ routes: WebRoutes
    ) throws(WebServerError) {
        let (socket, port) = try ListenSocket.open(host, port)
        self.port = port
        address = SocketAddress.text(host, port)
        mailbox = Mailbox()
        var limits = limits
        if limits.connectionsPerAddress == nil {
            limits.connectionsPerAddress = SocketAddress.isLoopback(host) ? limits.connections : 32
        }
        guard let loop = Loop(socket, limits, routes, mailbox) else {
            let code = errno
            close(socket)
            throw WebServerError(address: address, code: code)
        }
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { loop in
                guard let loop else { return nil }
                beckon_name_http_thread("http")
                Unmanaged<Loop>.fromOpaque(loop).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(loop).toOpaque())
        guard code == 0 else { throw WebServerError(address: address, code: code) }
        self.thread = thread
    }

    /// Closes every connection and ends the thread. Once, and not on a handler.
    public func stop() {
        mailbox.stop()
        pthread_join(thread, nil)
    }
}
