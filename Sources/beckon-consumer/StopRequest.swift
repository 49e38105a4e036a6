import Daemon
import Synchronization

/// Asks a thread to stop, once and for good.
final class StopRequest: Sendable {
    /// Readable once it is made.
    let wake: Wake
    private let made = Atomic(false)

    init() throws(SystemError) { wake = try Wake() }

    func make() {
        made.store(true, ordering: .releasing)
        wake.signal()
    }

    var isMade: Bool { made.load(ordering: .acquiring) }
}
