import Beacons
import ConsumerStore
import Engagement
import MQTT
import Messages

/// What the sites tell the world: visits, and where everyone is.
extension ConsumerCore {
    /// In the transaction that made them.
    mutating func keep(
        _ changes: SiteChanges, at index: Int, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        let site = sites[index].configuration.name
        for visit in changes.ended {
            try store.end(visit.beacon, at: site)
            // Strangers are not watched.
            if LongStay.isOne(visit), decider.directory.visitor(carrying: visit.beacon) != nil {
                try store.noteLongStay(visit)
            }
        }
        for visit in changes.visits { try store.save(visit, at: site) }
        for movement in changes.movements {
            let number = outbox.next()
            let visit = SiteVisit(movement, site: site, id: "\(site)/_site:\(boot):\(number)")
            try store.keep(SiteEvent(number: number, visit: visit), by: outbox.partition)
        }
    }

    /// After the transaction.
    mutating func tell(_ changes: SiteChanges, at index: Int) {
        for movement in changes.movements { outbox.note(.init(site: index, beacon: movement.visit.beacon)) }
        let site = sites[index].configuration.name
        for silence in changes.silences {
            guard let region = silence.source.region else { continue }
            let gateway = GatewayID(site: site, gateway: silence.source.gateway)
            outbox.cleared.append(topics.text(.presence(gateway, region: region, Subject(silence.beacon))))
        }
    }

    /// What the broker holds of the site, which may be of before a crash.
    mutating func take(_ whereabouts: SiteWhereabouts, of beacon: BeaconIdentity, at site: String) {
        guard let index = index(of: site) else { return }
        let visit = sites[index].presence.visit(of: beacon)
        let isTrue = visit?.id == whereabouts.visit && visit?.zone == whereabouts.zone
        if !isTrue { outbox.note(.init(site: index, beacon: beacon)) }
    }

    mutating func publishSites(
        at now: Int64, in store: borrowing ConsumerStore, _ publish: (MQTTMessage, UInt64) -> Bool
    ) throws(StoreError) {
        try outbox.publish(at: now, in: store) { event in
            let message = MQTTMessage(event.visit.topic, event.visit.rendered(), topics)
            return publish(message, Ticket.siteEvent(event.number).token)
        }
        outbox.tell { [sites, topics] whereabouts in
            let site = sites[whereabouts.site]
            let topic = Topic.sitePresence(site: site.configuration.name, Subject(whereabouts.beacon))
            let state = site.presence.visit(of: whereabouts.beacon).map {
                SiteWhereabouts(at: now, zone: $0.zone, since: $0.zoneSince, visit: $0.id)
            }
            return publish(MQTTMessage(topic, state?.rendered() ?? [], topics), Ticket.state.token)
        }
        let count =
            outbox.cleared.firstIndex { topic in
                !publish(MQTTMessage(topic: topic, payload: [], isRetained: true), Ticket.state.token)
            } ?? outbox.cleared.count
        outbox.cleared.removeFirst(count)
    }
}

extension SiteVisit {
    fileprivate init(_ movement: Movement, site: String, id: String) {
        let visit = movement.visit
        let (type, from, dwell, reason): (Topic.VisitType, String?, Int64?, String) =
            switch movement.kind {
            case .entered: (.enter, nil, nil, "arrived")
            case .moved(let from): (.move, from, nil, visit.zone == nil ? "left_zone" : "stronger")
            case .left(let reason): (.exit, nil, max(visit.lastPresent - visit.since, 0), reason.rawValue)
            }
        self.init(
            type: type, id: id, time: movement.at, site: site, zone: visit.zone, fromZone: from, visit: visit.id,
            beacon: visit.beacon, keyID: visit.keyID, since: visit.since, dwell: dwell, reason: reason)
    }
}
