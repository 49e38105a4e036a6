import ConsumerStore
import Daemon
import Engagement
import Messages

/// What the consumer did, in the log: every decision with its reason.
struct ConsumerJournal: Sendable {
    let log: Log
    private let audit: AuditLog

    init(_ log: Log, _ audit: AuditLog) {
        self.log = log
        self.audit = audit
    }

    func note(_ outputs: [ConsumerOutput]) {
        for output in outputs { note(output) }
    }

    private func note(_ output: ConsumerOutput) {
        switch output {
        case .decided(let decision, let opportunity, let site, let notification):
            note(decision, opportunity, site, notification)
        // One gateway that says the same again and again, or a stranger, can make as many of these as they like.
        case .refused(let reason, let event, let user?):
            log.limited(
                .info, "decision", "suppressed, event of a shopper",
                ["reason": reason.rawValue, "user": user, "site": event.id.gateway.site, "event": event.id])
        // Of who strangers are nothing is kept.
        case .refused(let reason, let event, nil):
            log.limited(
                .info, "decision", "suppressed, event", ["reason": reason.rawValue, "gateway": event.id.gateway])
        case .dropped(let topic, let why):
            log.limited(.warning, "messages", "dropped", ["topic": topic.prefix(256), "why": why])
        // These are counted, and not told.
        case .event, .status, .telemetry, .sent: break
        case .forgotten(let person, let gateway):
            log.info("erase", "a gateway has forgotten", ["person": person, "gateway": gateway])
            note([.forgotten(person: person, gateway: gateway.description)])
        case .optedOut(let person, let reader, let isToldToGateways):
            log.info("privacy", "someone opted out", ["reader": reader, "person": person ?? "unknown"])
            if !isToldToGateways {
                log.limited(
                    .warning, "privacy", "gateways hear who opted out all the same: give privacy.key_file, to them too")
            }
            if let person {
                let now = SystemClock.wallMilliseconds()
                note(
                    Consent.Purpose.allCases.map {
                        .consent(person: person, $0, Consent(.refused, at: now, source: "reader"))
                    })
            }
        case .withdrawn(let id, let user, let why):
            log.info("notify", "withdrawn", ["notification": id, "user": user, "why": why])
        case .uncertain(let id, let user, let why):
            log.info("notify", "may have arrived, counts as sent", ["notification": id, "user": user, "why": why])
        case .channelGone(let user):
            log.warning(
                "notify", "a channel's address is gone and not used until a restart; take it from the directory",
                ["user": user])
        case .engine(isReachable: false):
            log.warning("recommender", "the engine does not answer; the embedded recommender decides until it does")
        case .engine(isReachable: true): log.info("recommender", "the engine answers again")
        case .mailLost(let what):
            log.limited(.warning, "recommender", "the engine does not take what it is told", ["lost": what])
        case .nearRate(let site, let count, let most):
            log.warning(
                "decision", "many notifications in an hour; beyond rules.rate nobody is told anything",
                ["site": site, "sent": count, "rate": most])
        case .paused(let site, let reason?):
            log.warning("decision", "paused: nobody at the site is told anything", ["site": site, "reason": reason])
        case .paused(let site, nil): log.info("decision", "no longer paused", ["site": site])
        case .siteEventRefused(let topic):
            log.limited(
                .warning, "messages", "the broker does not take what the site tells; may the consumer write there?",
                ["topic": topic.prefix(256)])
        }
    }

    private func note(_ events: [AuditEvent]) {
        do {
            try audit.note(events, at: SystemClock.wallMilliseconds())
        } catch {
            log.limited(.error, "audit", "cannot be written", ["error": "\(error)"])
        }
    }

    private func note(
        _ decision: Decision, _ opportunity: Opportunity, _ site: String, _ notification: Notification?
    ) {
        let zone = opportunity.zone ?? "-"
        guard let user = decision.user else {
            return log.limited(
                .info, "decision", "suppressed, unknown beacon",
                ["reason": decision.suppression?.rawValue ?? "-", "site": site, "zone": zone])
        }
        if let notification {
            log.info(
                "decision", "send",
                [
                    "user": user, "site": site, "zone": zone, "trigger": opportunity.trigger.rawValue,
                    "dwell_ms": opportunity.dwell, "item": notification.item, "title": notification.title,
                    "notification": notification.id,
                ])
        } else {
            log.info(
                "decision", "suppressed",
                [
                    "reason": decision.suppression?.rawValue ?? "-", "user": user, "site": site, "zone": zone,
                    "dwell_ms": opportunity.dwell,
                ])
        }
    }
}
