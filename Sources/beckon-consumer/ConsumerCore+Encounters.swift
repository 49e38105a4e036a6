import ConsumerStore
import Engagement
import Messages

/// What shoppers' own phones say. An encounter is presence like any other; it counts by our clock.
extension ConsumerCore {
    /// What may follow from an encounter.
    enum EncounterStep: Equatable {
        case decision
        /// Nothing now, and why.
        case nothing(Suppression)
    }

    /// Notes where the shopper is, or no longer is.
    mutating func take(_ encounter: Encounter, at now: Int64) -> EncounterStep {
        guard let visitor = decider.directory.visitor(encounter.user) else { return .nothing(.unknownBeacon) }
        let place = decider.directory.place(of: encounter)
        if encounter.kind == .exit {
            leave(visitor, place, at: now)
            return .nothing(.notPresent)
        }
        guard let place else { return .nothing(.unknownBeacon) }
        guard let site = place.site, let index = index(of: site) else { return .nothing(.unknownSite) }
        leave(visitor, allBut: place, at: now)
        sites[index].presence.encountered(
            visitor.identity, zone: place.zone, visit: makeID(), required: place.minimumDwell, at: now)
        return place.minimumDwell == 0 ? .decision : .nothing(.dwellTooShort)
    }

    /// Rule 1 for encounters by way of the broker, which may have kept them for long.
    func isStale(_ encounter: Encounter, at now: Int64) -> Bool {
        let age = now - max(encounter.time, 0)
        return age > decider.rules.stale.inMilliseconds || -age > Arrival.mostAhead
    }

    /// The phone that asked has the notification: no channel is to bring it, too.
    mutating func handedOver(_ id: String, in store: borrowing ConsumerStore) throws(StoreError) {
        queue.remove(notification: id)
        try store.confirm(id)
    }

    /// A phone that no longer hears one place is not there, and one that says none is nowhere.
    private mutating func leave(_ visitor: Visitor, _ place: Place?, at now: Int64) {
        guard let place, let site = place.site, let index = index(of: site) else {
            return leave(visitor, allBut: nil, at: now)
        }
        sites[index].presence.left(visitor.identity, .phone(in: place.zone), visit: nil, heard: now, at: now)
    }

    /// A phone is in one place at a time.
    private mutating func leave(_ visitor: Visitor, allBut place: Place?, at now: Int64) {
        for index in sites.indices {
            let configuration = sites[index].configuration
            for zone in configuration.zones.map(\.name) + [nil] {
                if configuration.name == place?.site, zone == place?.zone { continue }
                sites[index].presence.left(visitor.identity, .phone(in: zone), visit: nil, heard: now, at: now)
            }
        }
    }
}
