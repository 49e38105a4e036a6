import Foundation

/// Where systemd would hear of a service (`NOTIFY_SOCKET`), and what came there, when it was taken from the socket.
public final class NotifySocket {
    public let path = "\(NSTemporaryDirectory())beckon-notify-\(UUID().uuidString.prefix(8))"
    private let descriptor: Int32
    private var taken: [(message: String, at: ContinuousClock.Instant)] = []

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

    /// All so far. The kernel keeps ten; whoever sends more waits.
    public var messages: [(message: String, at: ContinuousClock.Instant)] {
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return taken }
            taken.append((String(decoding: buffer.prefix(count), as: UTF8.self), .now))
        }
    }

    /// When the watchdog was told that all is well.
    public var pings: [ContinuousClock.Instant] { messages.filter { $0.message == "WATCHDOG=1" }.map(\.at) }
}
