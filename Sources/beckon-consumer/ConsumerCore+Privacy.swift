import Beacons
import ConsumerStore
import Engagement
import Hashing
import MQTT
import Messages

/// Who opted out: kept, lost from here, and told to the gateways.
extension ConsumerCore {
    /// Whoever carries the beacon is not to be known any longer. In the transaction of the event.
    mutating func optOut(
        _ beacon: BeaconIdentity, at reader: GatewayID, _ now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        var beacons = [beacon]
        var person: String?
        if let visitor = decider.directory.visitor(carrying: beacon) {
            person = try store.refuse(visitor.id, source: "reader", at: now)
            queue.forget(visitor.id)
            beacons += visitor.beacons
        } else {
            try store.optOut(beacon, at: now)
        }
        for name in beacons.flatMap({ privacy.keyring.names(of: $0) }) {
            optOuts.insert(name)
            try lose(name, in: store)
        }
        isDenyListDue = true
        outputs.append(.optedOut(person: person, reader, isToldToGateways: !privacy.keyring.keys.isEmpty))
    }

    /// Ends what the sites know of somebody. Nothing is told of it; what the broker retains is taken back.
    mutating func lose(_ beacon: BeaconIdentity, in store: borrowing ConsumerStore) throws(StoreError) {
        for index in sites.indices {
            if sites[index].presence.visit(of: beacon) != nil { outbox.note(.init(site: index, beacon: beacon)) }
            sites[index].presence.forget(beacon)
            try store.end(beacon, at: sites[index].configuration.name)
        }
    }

    /// Who has opted out, as far as the directory does not know it itself: it holds who has agreed since.
    func optOuts(in store: borrowing ConsumerStore) throws(StoreError) -> Set<BeaconIdentity> {
        try store.optOuts().filter { decider.directory.visitor(carrying: $0)?.consent(for: .presence) != .granted }
    }

    /// For each site whom its gateways are to drop, or whom alone to hear, if that is to be told.
    ///
    /// - Returns: also how many of them are too many for a list.
    func denyLists(at now: Int64) -> (messages: [MQTTMessage], left: Int) {
        guard isDenyListDue, let key = privacy.keyring.keys.first else { return ([], 0) }
        let wanted: Consent.State = privacy.isEnrolledOnly ? .granted : .refused
        var beacons = decider.directory.visitors.lazy.filter { $0.consent(for: .presence) == wanted }.flatMap(\.beacons)
            .reduce(into: Set<BeaconIdentity>()) { $0.insert($1) }
        if privacy.isEnrolledOnly { beacons.subtract(optOuts) } else { beacons.formUnion(optOuts) }
        let hashes = Set(beacons.flatMap { privacy.keyring.denyHashes(of: $0) }).sorted()
        let list = DenyList(
            at: now, keyID: key.id, previousKeyID: privacy.keyring.keys.dropFirst().first?.id,
            mode: privacy.isEnrolledOnly ? .allow : .deny, hashes: Array(hashes.prefix(DenyList.capacity)))
        let payload = list.rendered()
        let messages = sites.map { MQTTMessage(.deny(site: $0.configuration.name), payload, topics) }
        return (messages, hashes.count - list.hashes.count)
    }
}
