import MQTT
import Synchronization

/// What was retained, from the client's thread.
final class Inbox: Sendable {
    /// More than any gateway retains.
    private static let most = 1_000_000

    private let content = Mutex<[ReceivedMessage]>([])

    func add(_ messages: [ReceivedMessage]) {
        content.withLock { if $0.count < Self.most { $0 += messages } }
    }

    var count: Int { content.withLock { $0.count } }
    var messages: [ReceivedMessage] { content.withLock { $0 } }
}
