import Beacons
import ConsumerStore
import Engagement
import Hashing
import MQTT
import Messages
import TimeZones

/// From messages to notifications: the sites' presence, the rules, and the store behind them. Never reads a clock;
/// every time is Unix milliseconds, handed in.
struct ConsumerCore {
    struct Site {
        let configuration: SiteConfiguration
        var presence: SitePresence
    }

    /// The most gateways whose runs are known.
    static let mostGateways = 10_000
    /// How long a notification is worth reading: milliseconds (rule 14 of consumer.md).
    private static let lifetime: Int64 = 600_000
    /// How long after the store failed it is tried again, milliseconds.
    private static let pause: Int64 = 1000

    let topics: Topics
    private(set) var decider: Decider
    /// Makes the ids of notifications.
    private let makeID: () -> String
    /// Changed in place: a presence that is copied copies all its shoppers.
    var sites: [Site] = []
    private var siteIndex: [String: Int] = [:]
    /// The run of each gateway that said something of itself last: the `lost` of another is an old will.
    var boots: [GatewayID: String] = [:]
    /// The epochs of the gateways whose events came since they were last told what is kept.
    var heard: [GatewayID: String] = [:]
    var queue = SendQueue()
    let privacy: ConsumerPrivacy
    /// By all their names.
    var optOuts: Set<BeaconIdentity> = []
    /// Whether gateways are to be told whom to drop: on each connection, and when that changes.
    var isDenyListDue = true
    /// When the store is tried again that failed last.
    private var retryAt: Int64?
    var outputs: [ConsumerOutput] = []

    /// Takes up what the store knows of before.
    ///
    /// - Parameter storeRegions: the regions of role `store`.
    init(
        _ configurations: [SiteConfiguration], _ decider: Decider, topics: Topics, storeRegions: Set<String>,
        privacy: ConsumerPrivacy = ConsumerPrivacy(), from store: borrowing ConsumerStore, at now: Int64,
        makeID: @escaping () -> String
    ) throws(StoreError) {
        self.topics = topics
        self.privacy = privacy
        self.decider = decider
        self.makeID = makeID
        for configuration in configurations {
            var presence = SitePresence(configuration, decider.rules, storeRegions: storeRegions)
            for visit in try store.visits(at: configuration.name) { presence.restore(visit) }
            siteIndex[configuration.name] = sites.count
            sites.append(Site(configuration: configuration, presence: presence))
        }
        for reservation in try store.reserved(at: now) { queue.add(reservation, for: nil) }
        optOuts = try optOuts(in: store)
    }

    /// Into `sites`; `nil`: none of ours.
    func index(of site: String) -> Int? { siteIndex[site] }

    /// When `advance` has something to do.
    var nextDeadline: Int64? { (sites.map(\.presence.nextDeadline) + [retryAt]).compactMap(\.self).min() }

    /// Handles a batch in one transaction: after it the messages may be acknowledged.
    mutating func receive(
        _ messages: [ReceivedMessage], at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> [ConsumerOutput] {
        try work(at: now, in: store) { core, store throws(StoreError) in
            for message in messages { try core.take(message, at: now, in: store) }
        }
    }

    /// Lets everything happen that is due.
    mutating func advance(to now: Int64, in store: borrowing ConsumerStore) throws(StoreError) -> [ConsumerOutput] {
        guard let nextDeadline, nextDeadline <= now else { return [] }
        return try work(at: now, in: store) { _, _ throws(StoreError) in }
    }

    private mutating func work(
        at now: Int64, in store: borrowing ConsumerStore,
        _ body: (inout ConsumerCore, borrowing ConsumerStore) throws(StoreError) -> Void
    ) throws(StoreError) -> [ConsumerOutput] {
        for index in sites.indices { sites[index].presence.advance(to: now) }
        var reserved: [(Reservation, SendQueue.Shopper)] = []
        var taken: [([Opportunity], (visits: [StoreVisit], ended: [BeaconIdentity]))] = []
        do {
            // More than once, where another consumer is in the way.
            try store.transaction { () throws(StoreError) in
                putBack(&taken)
                (outputs, reserved) = ([], [])
                try body(&self, store)
                taken = sites.indices.map { index in
                    (sites[index].presence.takeOpportunities(), sites[index].presence.takeChanges())
                }
                for (index, (opportunities, changes)) in taken.enumerated() {
                    for opportunity in opportunities {
                        if let send = try decide(opportunity, at: index, now, in: store) { reserved.append(send) }
                    }
                    for visit in changes.visits {
                        try store.save(visit, at: sites[index].configuration.name)
                        if LongStay.isOne(visit), decider.directory.visitor(carrying: visit.beacon) != nil {
                            try store.noteLongStay(visit)
                        }
                    }
                    for beacon in changes.ended { try store.end(beacon, at: sites[index].configuration.name) }
                }
            }
        } catch {
            putBack(&taken)
            retryAt = now + Self.pause
            throw error
        }
        retryAt = nil
        for (reservation, shopper) in reserved { queue.add(reservation, for: shopper) }
        return outputs
    }

    /// None of it was kept: it is decided and written again.
    private mutating func putBack(_ taken: inout [([Opportunity], (visits: [StoreVisit], ended: [BeaconIdentity]))]) {
        for (index, (opportunities, changes)) in taken.enumerated() {
            sites[index].presence.putBack(opportunities, changes)
        }
        taken = []
    }

    /// Decides, and keeps the decision with what is to be sent.
    private mutating func decide(
        _ opportunity: Opportunity, at index: Int, _ now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> (Reservation, SendQueue.Shopper)? {
        let site = sites[index].configuration
        let visitor = decider.directory.visitor(carrying: opportunity.beacon)
        // Erased a moment ago, by another program: nothing is to be known of them any more.
        if let visitor, try store.isErased(visitor.id) { return nil }
        if optOuts.contains(opportunity.beacon) { return nil }
        var circumstances = Decider.Circumstances(
            site: site, standing: sites[index].presence.standing(of: opportunity.beacon, visit: opportunity.visit),
            minuteOfDay: LocalTime(unixMilliseconds: now, zone: site.timeZone)?.minuteOfDay, sends: [], now: now)
        if let visitor {
            circumstances.sends = try store.sends(of: visitor.id, after: now - decider.memory)
            circumstances.longStays = try store.longStays(of: opportunity.beacon, after: now - LongStay.window)
        }
        var decision = decider.decide(opportunity, circumstances)
        var notification: Notification?
        var reserved: (Reservation, SendQueue.Shopper)?
        if case .send(let suggestion) = decision.outcome, let visitor {
            let made = Notification(
                id: makeID(), suggestion, for: visitor, opportunity, at: site, now, expiresAt: now + Self.lifetime)
            let reservation = Reservation(
                id: made.id, user: visitor.id, visit: opportunity.visit, item: made.item, at: now,
                expiresAt: made.expiresAt, payload: made.rendered())
            if let cap = try store.reserve(reservation, under: decider.rules) {
                decision = decision.overruled(by: cap)
            } else {
                notification = made
                reserved = (reservation, .init(site: index, beacon: opportunity.beacon, visit: opportunity.visit))
            }
        }
        try store.record(decision, opportunity, site: site.name, send: notification?.id, at: now)
        outputs.append(.decided(decision, opportunity, site: site.name, notification))
        return reserved
    }

    // MARK: - The directory

    /// Goes on with another directory. Visits stay as they are, but for those of people who are gone from it.
    mutating func use(_ decider: Decider, in store: borrowing ConsumerStore) throws(StoreError) {
        let gone = self.decider.directory.visitors.filter { decider.directory.visitor($0.id) == nil }
        self.decider = decider
        optOuts = try optOuts(in: store)
        isDenyListDue = true
        for visitor in gone {
            queue.forget(visitor.id)
            let beacons = visitor.beacons.flatMap(privacy.keyring.names)
            for index in sites.indices {
                for beacon in beacons { sites[index].presence.forget(beacon) }
            }
            try store.removeRecords(of: visitor, privacy.keyring)
        }
    }

    // MARK: - Sending

    /// The messages to publish now; those that are not worth it any more are withdrawn.
    mutating func attempts(
        at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> (messages: [(token: UInt64, MQTTMessage)], withdrawn: [ConsumerOutput]) {
        var (messages, withdrawn): ([(token: UInt64, MQTTMessage)], [ConsumerOutput]) = ([], [])
        for token in queue.waiting {
            guard let entry = queue.entries[token] else { continue }
            let send = entry.reservation
            if let why = reasonToWithdraw(entry, at: now) {
                _ = queue.remove(token)
                // What may have arrived stays counted.
                if !entry.wasTried, entry.shopper != nil { try store.release(send.id) }
                withdrawn.append(.withdrawn(id: send.id, user: send.user, why: why))
            } else {
                let topic = Topic.notify(user: send.user)
                messages.append(
                    (
                        token,
                        MQTTMessage(
                            topic: topics.text(topic), payload: send.payload, qos: topic.qos,
                            contentType: topic.contentType,
                            expiry: UInt32(clamping: (send.expiresAt - now + 999) / 1000))
                    ))
            }
        }
        return (messages, withdrawn)
    }

    private func reasonToWithdraw(_ entry: SendQueue.Entry, at now: Int64) -> String? {
        if now >= entry.reservation.expiresAt { return "expired" }
        guard !entry.wasTried, let shopper = entry.shopper else { return nil }
        let standing = sites[shopper.site].presence.standing(of: shopper.beacon, visit: shopper.visit)
        return standing.isPresent(at: now) ? nil : Suppression.notPresent.rawValue
    }

    /// The client has taken the message.
    mutating func attempted(_ token: UInt64) { queue.attempt(token) }

    /// The broker has answered: the send is confirmed or, if it refuses, gives its place under the caps back.
    mutating func acknowledged(
        _ token: UInt64, isRefused: Bool, in store: borrowing ConsumerStore
    ) throws(StoreError) -> [ConsumerOutput] {
        guard let send = queue.remove(token)?.reservation else { return [] }
        guard isRefused else {
            try store.confirm(send.id)
            return []
        }
        try store.release(send.id)
        return [.withdrawn(id: send.id, user: send.user, why: "refused by the broker")]
    }

    mutating func disconnected() { queue.disconnected() }
}

extension Notification {
    fileprivate init(
        id: String, _ suggestion: Suggestion, for visitor: Visitor, _ opportunity: Opportunity,
        at site: SiteConfiguration, _ now: Int64, expiresAt: Int64
    ) {
        let text = NotificationText(for: suggestion, locale: visitor.locale, notice: site.jurisdiction.notice)
        self.init(
            id: id, user: visitor.id, site: site.name, zone: opportunity.zone, item: suggestion.item.id,
            title: text.title, body: text.body, reasons: text.reasons, promotion: text.promotion, notice: text.notice,
            time: now, expiresAt: expiresAt)
    }
}
