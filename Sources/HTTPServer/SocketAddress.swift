import Glibc

/// An IPv4 or IPv6 address with a port, as the kernel keeps it.
struct SocketAddress {
    private var storage = sockaddr_storage()

    /// `nil`: not a numeric address.
    init?(host: String, port: UInt16) {
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, host, &v4) == 1 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr = v4
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in.self) }
        } else if inet_pton(AF_INET6, host, &v6) == 1 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = v6
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in6.self) }
        } else {
            return nil
        }
    }

    /// The other end of a connection; `nil`: not of these families.
    init?(peerOf descriptor: Int32) {
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
        }
        guard code == 0, host != nil else { return nil }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// In its canonical form; an IPv4 address in IPv6 as IPv4.
    var host: String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isRead = withUnsafeBytes(of: storage) { bytes in
            switch family {
            case AF_INET:
                var address = bytes.load(as: sockaddr_in.self).sin_addr
                return inet_ntop(AF_INET, &address, &text, socklen_t(text.count)) != nil
            case AF_INET6:
                var address = bytes.load(as: sockaddr_in6.self).sin6_addr
                return inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil
            default: return false
            }
        }
        guard isRead else { return nil }
        let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return host.hasPrefix("::ffff:") && host.contains(".") ? String(host.dropFirst(7)) : host
    }

    /// Whether only this machine is there.
    static func isLoopback(_ host: String) -> Bool { host == "::1" || host.hasPrefix("127.") }

    static func text(_ host: String, _ port: UInt16) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        return withUnsafeBytes(of: storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                // The storage is never empty.
                body(address.baseAddress!, socklen_t(size))
            }
        }
    }

    /// Becomes the address that the kernel gave the socket: its port.
    mutating func readName(of descriptor: Int32) -> UInt16? {
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard code == 0 else { return nil }
        return withUnsafeBytes(of: storage) { bytes in
            // Both families keep the port in the same place.
            UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port)
        }
    }
}
