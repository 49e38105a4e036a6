import Beacons
import ConsumerStore

/// Notifications that are reserved and not yet acknowledged, in order. Lives as long as the process; the store keeps
/// them across a crash.
struct SendQueue {
    struct Entry {
        let reservation: Reservation
        /// Whose presence is looked at before the first attempt; `nil`: it may have been attempted before a restart.
        let shopper: Shopper?
        var isInFlight = false
        var wasTried = false
    }

    struct Shopper {
        /// Into the consumer's sites.
        let site: Int
        let beacon: BeaconIdentity
        let visit: String
    }

    private(set) var entries: [UInt64: Entry] = [:]
    private var lastToken: UInt64 = 0

    mutating func add(_ reservation: Reservation, for shopper: Shopper?) {
        lastToken += 1
        entries[lastToken] = Entry(reservation: reservation, shopper: shopper)
    }

    /// What is to be attempted, oldest first.
    var waiting: [UInt64] { entries.filter { !$0.value.isInFlight }.keys.sorted() }

    mutating func attempt(_ token: UInt64) {
        entries[token]?.isInFlight = true
        entries[token]?.wasTried = true
    }

    /// The connection has ended: what was under way may not have arrived, and goes out again under the same id.
    mutating func disconnected() {
        for token in entries.keys { entries[token]?.isInFlight = false }
    }

    /// Someone was erased.
    mutating func forget(_ user: String) { entries = entries.filter { $0.value.reservation.user != user } }

    mutating func remove(_ token: UInt64) -> Entry? { entries.removeValue(forKey: token) }
}
