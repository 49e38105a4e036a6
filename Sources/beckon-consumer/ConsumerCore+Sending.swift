import ConsumerStore
import Engagement
import MQTT
import Messages
import SQLite

/// What goes to the broker, and what comes of it.
extension ConsumerCore {
    /// Hands what waits to `publish`, which may not take it now. Notifications that are not worth it any more are
    /// withdrawn, and told.
    mutating func publish(
        at now: Int64, in store: borrowing ConsumerStore, by publish: (MQTTMessage, _ token: UInt64) -> Bool
    ) throws(SQLiteError) -> [ConsumerOutput] {
        let withdrawn = try publishNotifications(at: now, in: store, publish)
        try publishSites(at: now, in: store, publish)
        return withdrawn
    }

    private mutating func publishNotifications(
        at now: Int64, in store: borrowing ConsumerStore, _ publish: (MQTTMessage, UInt64) -> Bool
    ) throws(SQLiteError) -> [ConsumerOutput] {
        var withdrawn: [ConsumerOutput] = []
        for number in queue.waiting {
            guard let entry = queue.entries[number] else { continue }
            let send = entry.reservation
            switch verdict(on: entry, at: now) {
            case .wait: continue
            case .withdraw(let why):
                _ = queue.remove(number)
                // What may have arrived stays counted.
                if !entry.wasTried { try store.release(send.id) }
                withdrawn.append(.withdrawn(id: send.id, user: send.user, why: why))
            case .send:
                let topic = Topic.notify(user: send.user)
                let message = MQTTMessage(
                    topic: topics.text(topic), payload: send.payload, qos: topic.qos, contentType: topic.contentType,
                    expiry: UInt32(clamping: (send.expiresAt - now + 999) / 1000))
                if publish(message, Ticket.notification(number).token) { queue.attempt(number) }
            }
        }
        return withdrawn
    }

    private enum Verdict {
        case send, wait
        case withdraw(why: String)
    }

    /// Rule 14 of consumer.md: no attempt starts that has expired, is paused, or whose shopper has left. After a
    /// restart nobody knows who is there until the gateways speak: then it waits for that.
    private func verdict(on entry: SendQueue.Entry, at now: Int64) -> Verdict {
        if now >= entry.reservation.expiresAt { return .withdraw(why: Suppression.expired.rawValue) }
        if pauses[entry.reservation.site] != nil { return .withdraw(why: Suppression.paused.rawValue) }
        guard let shopper = entry.shopper else { return .withdraw(why: Suppression.notPresent.rawValue) }
        let standing = sites[shopper.site].presence.standing(of: shopper.beacon, visit: shopper.visit)
        if standing.isPresent(at: now) { return .send }
        return entry.isRestored && standing != .closed ? .wait : .withdraw(why: Suppression.notPresent.rawValue)
    }

    /// The broker has answered: the send is confirmed or, if it refuses, gives its place under the caps back.
    mutating func acknowledged(
        _ token: UInt64, isRefused: Bool, in store: borrowing ConsumerStore
    ) throws(SQLiteError) -> [ConsumerOutput] {
        switch Ticket(token: token) {
        case .state: return []
        case .siteEvent(let number):
            guard let event = outbox.acknowledged(number), isRefused else { return [] }
            return [.siteEventRefused(topic: event.topic)]
        case .notification(let number):
            guard let send = queue.remove(number)?.reservation else { return [] }
            guard isRefused else {
                try store.confirm(send.id)
                return []
            }
            try store.release(send.id)
            return [.withdrawn(id: send.id, user: send.user, why: "refused by the broker")]
        }
    }
}
