import Foundation
import Synchronization
import TestSupport

/// Where systemd would hear of a service, and what came there when.
final class NotifySocket: Sendable {
    typealias Message = (text: String, at: ContinuousClock.Instant)

    private final class Box: Sendable { let messages = Mutex<[Message]>([]) }

    private let socket: DatagramSocket
    private let box = Box()

    init() throws {
        socket = try DatagramSocket()
        // A thread of its own: the tests' own may be kept from looking at the time.
        Thread.detachNewThread { [box, socket] in
            while let text = socket.next(waits: true) { box.messages.withLock { $0.append((text, .now)) } }
        }
    }

    deinit { socket.end() }

    var path: String { socket.path }

    /// All so far, in their order.
    var messages: [Message] { box.messages.withLock { $0 } }

    /// When the watchdog was told that all is well.
    var pings: [ContinuousClock.Instant] { messages.filter { $0.text == "WATCHDOG=1" }.map(\.at) }
}
