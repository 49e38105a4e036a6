import Beacons
import ConsumerStore
import Engagement

/// Notifications that are reserved and that no channel has confirmed, in order. Lives as long as the process; the store
/// keeps them across a crash. Times are Unix milliseconds.
struct SendQueue {
    struct Entry {
        let reservation: Reservation
        /// Whose presence is looked at before each attempt; `nil`: their visit has ended.
        let shopper: Shopper?
        /// It is of before a restart.
        let isRestored: Bool
        /// By which it may go; the first is the one that is tried, the next where that cannot.
        fileprivate(set) var channels: [Channel]
        /// By the first channel.
        fileprivate var attempts = 0
        fileprivate var dueAt: Int64
        fileprivate(set) var isInFlight = false
        /// The store knows that the first channel is tried.
        fileprivate(set) var hasBegun = false
        /// An attempt was made of which nobody knows whether it arrived.
        fileprivate(set) var mayHaveArrived: Bool
    }

    struct Shopper {
        /// Into the consumer's sites.
        let site: Int
        let beacon: BeaconIdentity
        let visit: String
    }

    /// What has become of a notification.
    enum Verdict: Hashable {
        /// It waits for another attempt, maybe by another channel.
        case waits
        case delivered
        /// It may have arrived, and is not tried again: it counts as sent.
        case uncertain(why: String)
        /// It has surely not arrived, and no channel is left.
        case undeliverable(why: String)
    }

    /// Milliseconds between attempts by one channel (consumer.md; each a fifth more or less).
    fileprivate static let pauses: [Double] = [1000, 3000, 8000, 20_000]

    private(set) var entries: [UInt64: Entry] = [:]
    private var lastToken: UInt64 = 0

    /// - Parameters:
    ///   - channels: the first of which was tried before a restart, where `wasTried`; the store knows that it is tried
    ///     where that is so, or `hasBegun`.
    mutating func add(
        _ reservation: Reservation, for shopper: Shopper?, by channels: [Channel], at now: Int64,
        isRestored: Bool = false, wasTried: Bool = false, hasBegun: Bool = false
    ) {
        lastToken += 1
        entries[lastToken] = Entry(
            reservation: reservation, shopper: shopper, isRestored: isRestored, channels: channels, dueAt: now,
            hasBegun: hasBegun || wasTried, mayHaveArrived: wasTried)
    }

    /// What is to be attempted or given up now, oldest first.
    func due(at now: Int64, isConnected: Bool) -> [UInt64] {
        entries.filter { !$0.value.isInFlight && $0.value.deadline(isConnected) <= now }.keys.sorted()
    }

    /// When `due` has something.
    func nextDeadline(isConnected: Bool) -> Int64? {
        entries.values.lazy.filter { !$0.isInFlight }.map { $0.deadline(isConnected) }.min()
    }

    /// Not before then.
    mutating func postpone(_ token: UInt64, until time: Int64) { entries[token]?.dueAt = time }

    mutating func begin(_ token: UInt64) { entries[token]?.hasBegun = true }

    /// It could not leave: no attempt was made.
    mutating func takeBack(_ token: UInt64) {
        entries[token]?.isInFlight = false
        entries[token]?.attempts -= 1
    }

    /// It is on its way.
    mutating func attempt(_ token: UInt64) {
        entries[token]?.isInFlight = true
        entries[token]?.attempts += 1
        // An acknowledgement of the broker gets lost with the database.
        if entries[token]?.channels.first == .mqtt { entries[token]?.mayHaveArrived = true }
    }

    /// The connection has ended: what was under way may not have arrived, and goes out again under the same id.
    mutating func disconnected() {
        for token in entries.keys where entries[token]?.channels.first == .mqtt {
            entries[token]?.isInFlight = false
            entries[token]?.dueAt = 0
        }
    }

    /// Something was heard: who had to be known to be there may be now.
    mutating func lookAgain() {
        for token in entries.keys where entries[token]?.isRestored == true && entries[token]?.attempts == 0 {
            entries[token]?.dueAt = 0
        }
    }

    /// - Parameter spread: 0.8 … 1.2, at random: not everyone tries again at once.
    mutating func settle(_ token: UInt64, _ answer: DeliveryAnswer, at now: Int64, spread: Double) -> Verdict {
        guard var entry = entries[token] else { return .delivered }
        entry.isInFlight = false
        let verdict = entry.settle(answer, at: now, spread: spread)
        entries[token] = verdict == .waits ? entry : nil
        return verdict
    }

    /// It has arrived by another way.
    mutating func remove(notification id: String) { entries = entries.filter { $0.value.reservation.id != id } }

    /// Someone was erased.
    mutating func forget(_ user: String) { entries = entries.filter { $0.value.reservation.user != user } }

    mutating func remove(_ token: UInt64) -> Entry? { entries.removeValue(forKey: token) }
}

extension SendQueue.Entry {
    fileprivate func deadline(_ isConnected: Bool) -> Int64 {
        let canGo = isConnected || channels.first != .mqtt
        return canGo ? min(dueAt, reservation.expiresAt) : reservation.expiresAt
    }

    fileprivate mutating func settle(_ answer: DeliveryAnswer, at now: Int64, spread: Double) -> SendQueue.Verdict {
        switch answer {
        case .taken: return .delivered
        case .refused(let why): return next(why, at: now)
        case .gone: return next("the address is gone", at: now)
        case .later(let why, let after, let arrived):
            mayHaveArrived = mayHaveArrived || arrived
            // Again would be twice, where the same id does not make it once.
            if arrived, channels.first?.isIdempotent != true { return .uncertain(why: why) }
            guard attempts <= SendQueue.pauses.count else {
                return mayHaveArrived ? .uncertain(why: why) : next(why, at: now)
            }
            let pause = Int64(SendQueue.pauses[max(attempts - 1, 0)] * spread)
            dueAt = now + max(pause, Int64(clamping: min(after ?? 0, 3600)) * 1000)
            return .waits
        }
    }

    /// Never two channels for what may have arrived by the first.
    private mutating func next(_ why: String, at now: Int64) -> SendQueue.Verdict {
        if mayHaveArrived, channels.first != .mqtt { return .uncertain(why: why) }
        channels = Array(channels.dropFirst())
        (attempts, dueAt, hasBegun, mayHaveArrived) = (0, now, false, false)
        return channels.isEmpty ? .undeliverable(why: why) : .waits
    }
}

extension Channel {
    /// Whether who gets the same id again knows it.
    var isIdempotent: Bool {
        switch self {
        case .mqtt, .webhook: true
        case .ntfy, .apprise: false
        }
    }
}
