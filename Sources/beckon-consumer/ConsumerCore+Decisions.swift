import Beacons
import ConsumerStore
import Engagement
import Messages
import TimeZones

/// The opportunities, decided.
extension ConsumerCore {
    /// Milliseconds.
    private static let hour: Int64 = 3_600_000
    /// A site that hears a beacon so much later than another began to: the two gateways' clocks differ by less.
    private static let clocks: Int64 = 5000

    /// Decides, and keeps the decision with what is to be sent; where the retailer's engine is to be asked, it is after
    /// the transaction.
    mutating func decide(
        _ opportunity: Opportunity, at index: Int, _ now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        // Erased a moment ago, by another program: nothing is to be known of them any more.
        if let user = decider.directory.visitor(carrying: opportunity.beacon)?.id, try store.isErased(user) { return }
        if optOuts.contains(opportunity.beacon) { return }
        let context = try circumstances(of: opportunity, at: index, now, in: store)
        switch decider.prepare(opportunity, context) {
        case .suppressed(let decision): try keep(decision, opportunity, at: index, now, in: store)
        case .question(let question):
            if engine != nil { return asked.append(Asked(question: question, site: index)) }
            try finish(question, decider.rank(question), context, at: index, in: store)
        }
    }

    /// The other half, in the circumstances of now.
    mutating func finish(
        _ answered: Answered, _ now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        let (question, index) = (answered.asked.question, answered.asked.site)
        // They may have been forgotten meanwhile.
        guard decider.directory.visitor(question.visitor.id) != nil else { return }
        let context = try circumstances(of: question.opportunity, at: index, now, in: store)
        try finish(
            question, answered.ranking(decider), context, at: index, recommendation: answered.answer?.id, in: store)
    }

    /// Judges a recommender's answer, and reserves what is to be sent.
    ///
    /// - Parameter recommendation: the engine's name for its answer.
    private mutating func finish(
        _ question: RankingQuestion, _ answer: RankingAnswer, _ context: Decider.Circumstances, at index: Int,
        recommendation: String? = nil, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        let (opportunity, visitor, now) = (question.opportunity, question.visitor, context.now)
        let decision = decider.finish(question, answer, context)
        guard case .send(let suggestion) = decision.outcome else {
            return try keep(decision, opportunity, at: index, now, in: store)
        }
        let channels = visitor.channels.filter { delivery.servers.carries($0) && !gone.contains($0) }
        guard !channels.isEmpty else {
            return try keep(decision.overruled(by: .noChannel), opportunity, at: index, now, in: store)
        }
        let notification = delivery.notification(
            id: makeID(), suggestion, for: visitor, opportunity, at: question.site, now,
            expiresAt: question.at + Decider.lifetime.inMilliseconds)
        let reservation = Reservation(
            id: notification.id, user: visitor.id, site: question.site.name, visit: opportunity.visit,
            item: notification.item, at: now, expiresAt: notification.expiresAt, payload: notification.rendered())
        if let cap = try store.reserve(reservation, under: decider.rules) {
            return try keep(decision.overruled(by: cap), opportunity, at: index, now, in: store)
        }
        // By the broker, which knows repeats, it leaves as soon as this is written, and not after a second write.
        if channels.first == .mqtt { _ = try store.began(reservation.id, on: .mqtt) }
        if let recommendation { try store.note(recommendation: recommendation, of: reservation.id) }
        try keep(decision, opportunity, notification, at: index, now, in: store)
        let count = context.siteSends + 1
        // Said once on the way up.
        if count == max(decider.rules.siteRate * 4 / 5, 1) {
            outputs.append(.nearRate(site: question.site.name, count: count, of: decider.rules.siteRate))
        }
        reserved.append(
            (reservation, .init(site: index, beacon: opportunity.beacon, visit: opportunity.visit), channels))
    }

    private func circumstances(
        of opportunity: Opportunity, at index: Int, _ now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> Decider.Circumstances {
        let site = sites[index].configuration
        var context = Decider.Circumstances(
            site: site, standing: sites[index].presence.standing(of: opportunity.beacon, visit: opportunity.visit),
            minuteOfDay: LocalTime(unixMilliseconds: now, zone: site.timeZone)?.minuteOfDay, now: now)
        // Of strangers nothing is kept, and nothing is asked.
        guard let visitor = decider.directory.visitor(carrying: opportunity.beacon) else { return context }
        context.sends = try store.sends(of: visitor.id, after: now - decider.memory)
        context.feedback = try store.feedback(of: visitor.id, after: now - decider.memory)
        context.longStays = try store.longStays(of: opportunity.beacon, after: now - LongStay.window)
        context.siteSends = try store.sends(at: site.name, after: now - Self.hour)
        let rest = try store.rest(of: visitor.id, at: now)
        context.pause = pauses[site.name] ?? rest.map { "by the shopper, until \($0)" }
        context.elsewhere = elsewhere(opportunity.beacon, than: index)
        return context
    }

    /// Another site that has heard the beacon since it came to this one.
    private func elsewhere(_ beacon: BeaconIdentity, than index: Int) -> String? {
        guard sites.count > 1, let here = sites[index].presence.visit(of: beacon) else { return nil }
        let other = sites.indices.first { other in
            guard other != index, let visit = sites[other].presence.visit(of: beacon) else { return false }
            return visit.lastPresent > here.since + Self.clocks
        }
        return other.map { sites[$0].configuration.name }
    }

    private mutating func keep(
        _ decision: Decision, _ opportunity: Opportunity, _ notification: Notification? = nil, at index: Int,
        _ now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        let site = sites[index].configuration.name
        try store.record(decision, opportunity, site: site, send: notification?.id, at: now)
        outputs.append(.decided(decision, opportunity, site: site, notification))
    }
}
