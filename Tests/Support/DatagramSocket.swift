import Foundation

/// A datagram socket with a path of its own, as systemd has for `NOTIFY_SOCKET`.
public final class DatagramSocket: Sendable {
    public let path = "\(NSTemporaryDirectory())beckon-notify-\(UUID().uuidString.prefix(8))"
    private let descriptor: Int32

    public init() throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isBound == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// The next message; `nil`: none is there, or none comes any more.
    public func next(waits: Bool) -> String? {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &buffer, buffer.count, waits ? 0 : Int32(MSG_DONTWAIT))
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }

    /// Nothing comes any more: whoever waits has `nil`.
    public func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
