import ConsumerStore
import Engagement
import HTTPClient
import MQTT
import Messages

/// What goes out, and what comes of it.
extension ConsumerCore {
    /// Milliseconds until what could not leave is tried again, and until it is asked again who is there.
    private static let (moment, second): (Int64, Int64) = (100, 1000)

    /// Hands what waits to `publish`, which may not take it now, and to `takeCalls`. Notifications that are not worth it
    /// any more are withdrawn, and told.
    mutating func publish(
        at now: Int64, in store: borrowing ConsumerStore, by publish: (MQTTMessage, _ token: UInt64) -> Bool
    ) throws(StoreError) -> [ConsumerOutput] {
        var told: [ConsumerOutput] = []
        for number in queue.due(at: now, isConnected: isConnected) {
            told += try send(number, at: now, in: store, publish)
        }
        if let letter = try mail?.next(at: now, in: store) { calls.append((.mail, letter)) }
        if isConnected { try publishSites(at: now, in: store, publish) }
        return told
    }

    private mutating func send(
        _ number: UInt64, at now: Int64, in store: borrowing ConsumerStore, _ publish: (MQTTMessage, UInt64) -> Bool
    ) throws(StoreError) -> [ConsumerOutput] {
        guard let entry = queue.entries[number], let channel = entry.channels.first else { return [] }
        let send = entry.reservation
        switch verdict(on: entry, at: now) {
        case .wait: queue.postpone(number, until: now + Self.second)
        case .withdraw(let why):
            _ = queue.remove(number)
            // What may have arrived stays counted.
            if entry.mayHaveArrived { try store.confirm(send.id) } else { try store.release(send.id) }
            return [.withdrawn(id: send.id, user: send.user, why: why)]
        case .send:
            queue.postpone(number, until: now + Self.moment)
            // Before it leaves: after a crash it is known by which way.
            let isKept = try entry.hasBegun ? store.keeps(send.id) : store.began(send.id, on: channel)
            guard isKept else {
                _ = queue.remove(number)
                return []
            }
            queue.begin(number)
            if channel == .mqtt {
                if publish(message(send, at: now), Ticket.notification(number).token) { queue.attempt(number) }
            } else if let request = delivery.servers.request(send.payload, on: channel, at: now) {
                queue.attempt(number)
                calls.append((.notification(number), request))
            } else {
                return try settle(number, .refused(why: "the channel is not configured"), at: now, in: store)
            }
        }
        return []
    }

    private func message(_ send: Reservation, at now: Int64) -> MQTTMessage {
        let topic = Topic.notify(user: send.user)
        return MQTTMessage(
            topic: topics.text(topic), payload: send.payload, qos: topic.qos, contentType: topic.contentType,
            expiry: UInt32(clamping: (send.expiresAt - now + 999) / 1000))
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

    // MARK: - Answers

    /// The broker has answered.
    mutating func acknowledged(
        _ token: UInt64, isRefused: Bool, at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> [ConsumerOutput] {
        switch Ticket(token: token) {
        case .state: return []
        case .siteEvent(let number):
            guard let event = outbox.acknowledged(number), isRefused else { return [] }
            return [.siteEventRefused(topic: topics.text(event.visit.topic))]
        case .notification(let number):
            let answer = isRefused ? DeliveryAnswer.refused(why: "refused by the broker") : .taken
            return try settle(number, answer, at: now, in: store)
        }
    }

    /// The calls to make now.
    mutating func takeCalls() -> [(ticket: CallTicket, request: HTTPRequest)] {
        defer { calls = [] }
        return calls
    }

    /// Too many calls are under way.
    mutating func notStarted(_ ticket: CallTicket, at now: Int64) {
        switch ticket {
        case .notification(let number): queue.takeBack(number)
        case .question(let number):
            if let step = engine?.giveUp(number, isItsFault: false, at: now) { take(step, of: number) }
        case .mail: mail?.keep(at: now)
        }
    }

    /// A call has ended.
    mutating func answered(
        _ ticket: CallTicket, _ result: Result<HTTPResponse, HTTPError>, at now: Int64,
        in store: borrowing ConsumerStore
    ) throws(StoreError) -> [ConsumerOutput] {
        switch ticket {
        case .notification(let number): return try settle(number, DeliveryAnswer(result), at: now, in: store)
        case .question(let number):
            if let step = engine?.take(result, of: number, at: now) { take(step, of: number) }
            return []
        case .mail: return try mail?.answered(result, at: now, in: store).map { [.mailLost($0)] } ?? []
        }
    }

    /// The send is confirmed, waits for another attempt or, where it surely has not arrived and no channel is left,
    /// gives its place under the caps back.
    private mutating func settle(
        _ number: UInt64, _ answer: DeliveryAnswer, at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> [ConsumerOutput] {
        guard let entry = queue.entries[number] else { return [] }
        let send = entry.reservation
        var told: [ConsumerOutput] = []
        if answer == .gone, let channel = entry.channels.first {
            if gone.count < Self.mostGone { gone.insert(channel) }
            told.append(.channelGone(user: send.user))
        }
        let verdict = queue.settle(number, answer, at: now, spread: delivery.spread())
        if let channel = entry.channels.first { told.append(.sent(channel, SendOutcome(answer, verdict))) }
        switch verdict {
        case .waits: break
        case .delivered: try store.confirm(send.id)
        case .uncertain(let why):
            try store.confirm(send.id)
            told.append(.uncertain(id: send.id, user: send.user, why: why))
        case .undeliverable(let why):
            try store.release(send.id)
            told.append(.withdrawn(id: send.id, user: send.user, why: why))
        }
        return told
    }
}

extension SendOutcome {
    fileprivate init(_ answer: DeliveryAnswer, _ verdict: SendQueue.Verdict) {
        self =
            switch (verdict, answer) {
            case (.delivered, _): .delivered
            case (.uncertain, _): .uncertain
            case (.waits, .later): .again
            default: .failed
            }
    }
}
