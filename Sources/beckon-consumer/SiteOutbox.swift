import Beacons
import ConsumerStore
import MQTT
import Messages

/// What the sites have still to tell the world: visits, which lie in the store until they are acknowledged, and where
/// everyone is, which is retained and told anew at each database.
struct SiteOutbox {
    /// The most events that are under way, and so in memory: the client's own window.
    private static let window = 100

    struct Whereabouts: Hashable {
        /// Into the consumer's sites.
        let site: Int
        let beacon: BeaconIdentity
    }

    let partition: Int
    /// The last number given to an event, and the last one taken from the store.
    private var (last, taken): (Int64, Int64)
    private var inFlight: [Int64: SiteEvent] = [:]
    private var acknowledged: [SiteEvent] = []
    /// When the store forgets them, if nothing else is written before: a write of its own would make decisions wait.
    private var forgetBy: Int64?
    /// Milliseconds.
    private static let patience: Int64 = 1000
    /// Whose retained state is to be told, in order.
    private var changed: ArraySlice<Whereabouts> = []
    private var isQueued: Set<Whereabouts> = []
    /// Retained messages to clear; topics.
    var cleared: [String] = []

    /// - Parameter partition: of the sites; each tells its own.
    init(of partition: Int, from store: borrowing ConsumerStore) throws(StoreError) {
        self.partition = partition
        last = try store.lastSiteEvent()
        taken = 0
    }

    mutating func next() -> Int64 {
        last += 1
        return last
    }

    mutating func note(_ whereabouts: Whereabouts) {
        if isQueued.insert(whereabouts).inserted { changed.append(whereabouts) }
    }

    /// Hands what waits to `publish`, until that does not take it.
    mutating func publish(
        at now: Int64, in store: borrowing ConsumerStore, by publish: (SiteEvent) -> Bool
    ) throws(StoreError) {
        if !acknowledged.isEmpty {
            let time = forgetBy ?? now + Self.patience
            forgetBy = time
            if now >= time || time > now + Self.patience || acknowledged.count >= Self.window {
                try store.transaction { () throws(StoreError) in try forgetAcknowledged(in: store) }
                hasForgotten()
            }
        }
        guard taken < last, inFlight.count < Self.window else { return }
        let events = try store.siteEvents(of: partition, after: taken, limit: Self.window - inFlight.count)
        if events.isEmpty { taken = last }
        for event in events {
            guard publish(event) else { return }
            taken = event.number
            inFlight[event.number] = event
        }
    }

    /// In a transaction; after it comes `hasForgotten`. After a crash before it they go out again, under the same ids.
    func forgetAcknowledged(in store: borrowing ConsumerStore) throws(StoreError) {
        try store.forget(acknowledged, of: partition)
    }

    mutating func hasForgotten() {
        acknowledged = []
        forgetBy = nil
    }

    /// Taken as acknowledged also where the broker refuses it: what it does not want of one visit must not hold up
    /// the others.
    mutating func acknowledged(_ number: Int64) -> SiteEvent? {
        let event = inFlight.removeValue(forKey: number)
        if let event { acknowledged.append(event) }
        return event
    }

    /// Hands whose state is to be told to `publish`, until that does not take it.
    mutating func tell(_ publish: (Whereabouts) -> Bool) {
        // A slice, for the others are not to be moved each time: at a connection it is everyone who is there.
        while let whereabouts = changed.first, publish(whereabouts) {
            isQueued.remove(whereabouts)
            changed.removeFirst()
        }
    }

    /// What was under way may not have arrived: all that is not acknowledged goes out again.
    mutating func disconnected() {
        inFlight = [:]
        taken = 0
        // Before it is read again.
        forgetBy = 0
    }
}
