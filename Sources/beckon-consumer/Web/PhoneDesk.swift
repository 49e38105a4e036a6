import ConsumerStore
import Messages

/// What a phone is answered that told where it is.
enum PhoneAnswer: Sendable {
    case notification(Notification)
    /// Nothing to show, and why: a code of the rules.
    case nothing(reason: String)
    /// We cannot say.
    case unavailable
}

/// Phones that wait for the decision about their encounter, one a user.
struct PhoneDesk {
    typealias Reply = @Sendable (PhoneAnswer) -> Void

    /// Milliseconds that a phone waits: answered within 2 s, the network's part left out.
    static let patience: Int64 = 1800

    private var waiting: [String: (until: Int64, reply: Reply)] = [:]

    mutating func wait(_ user: String, at now: Int64, _ reply: @escaping Reply) {
        // Who has stopped waiting has been told so by the server.
        waiting = waiting.filter { $0.value.until > now }
        waiting[user] = (now + Self.patience, reply)
    }

    /// Who waits for what is decided about `user`; they wait no longer.
    mutating func take(_ user: String, at now: Int64) -> Reply? {
        waiting.removeValue(forKey: user).flatMap { $0.until > now ? $0.reply : nil }
    }
}
