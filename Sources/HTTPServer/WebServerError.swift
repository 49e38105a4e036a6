import Glibc

/// Why a server does not listen.
public struct WebServerError: Error, Equatable, CustomStringConvertible {
    /// `127.0.0.1:8080`.
    public let address: String
    /// The value of `errno`; 0: not an address.
    public let code: Int32

    public var description: String {
        "cannot listen on \(address): \(reason)"
    }

    private var reason: String {
        switch code {
        case 0: "not an address of IPv4 or IPv6, such as 127.0.0.1 or ::1"
        case EADDRINUSE: "another program listens there; end it, or choose another port"
        case EADDRNOTAVAIL: "no such address on this machine; choose one of its own, or 0.0.0.0 for all"
        case EACCES: "ports below 1024 need a privilege; choose a higher one"
        default: String(cString: strerror(code))
        }
    }
}
