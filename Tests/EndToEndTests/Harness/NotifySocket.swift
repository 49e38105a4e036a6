import Foundation
import Synchronization

/// Where systemd would hear of a service (`NOTIFY_SOCKET`), and what came there when.
final class NotifySocket: Sendable {
    typealias Message = (text: String, at: ContinuousClock.Instant)

    private final class Box: Sendable { let messages = Mutex<[Message]>([]) }

    let path = "\(NSTemporaryDirectory())beckon-notify-\(UUID().uuidString.prefix(8))"
    private let descriptor: Int32
    private let box = Box()

    init() throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isBound == 0 else { throw CocoaError(.fileWriteUnknown) }
        // A thread of its own: the tests' own may be kept from looking at the time.
        Thread.detachNewThread { [box] in
            var buffer = [UInt8](repeating: 0, count: 256)
            while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
                let text = String(decoding: buffer.prefix(count), as: UTF8.self)
                box.messages.withLock { $0.append((text, .now)) }
            }
            close(descriptor)
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        unlink(path)
    }

    /// All so far, in their order.
    var messages: [Message] { box.messages.withLock { $0 } }

    /// When the watchdog was told that all is well.
    var pings: [ContinuousClock.Instant] { messages.filter { $0.text == "WATCHDOG=1" }.map(\.at) }
}
