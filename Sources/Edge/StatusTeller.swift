import Messages
import Presence

/// When to say anew how the gateway is: when something else has been true for a second. What lasts shorter, as a scan
/// that another program ends and we start again, is nobody's concern.
struct StatusTeller {
    private static let patience: Duration = .seconds(1)

    private var said: Status?
    private var changedAt: Instant?

    /// When `isToTell` may have another answer.
    var deadline: Instant? { changedAt.map { $0 + Self.patience } }

    mutating func told(_ status: Status) {
        said = status
        changedAt = nil
    }

    /// Once for each change; nothing before the first `told`.
    mutating func isToTell(_ status: Status, at now: Instant) -> Bool {
        guard let said, !status.says(said) else {
            changedAt = nil
            return false
        }
        let since = changedAt ?? now
        changedAt = since
        guard now >= since + Self.patience else { return false }
        told(status)
        return true
    }
}

extension Status {
    /// The same but for times.
    fileprivate func says(_ other: Status) -> Bool {
        state == other.state && reason == other.reason
            && (adapters ?? []).elementsEqual(other.adapters ?? []) {
                $0.address == $1.address && $0.state == $1.state && $0.mode == $1.mode
            }
    }
}
