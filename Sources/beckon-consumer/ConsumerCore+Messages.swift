import Beacons
import ConsumerStore
import Engagement
import MQTT
import Messages
import Presence

extension ConsumerCore {
    /// Bytes of the longest message that is read: as much as a gateway sends.
    private static let longestMessage = 64 << 10
    /// Ranging that is older says nothing, milliseconds.
    private static let longestRanging: Int64 = 10_000
    /// Retained presence that is older is nobody's: gateways tell it again each minute. Milliseconds.
    private static let oldestPresence: Int64 = 24 * 3_600_000

    /// Handles one message, whatever is in it.
    mutating func take(
        _ message: ReceivedMessage, at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        let topic = topics.parse(message.topic)
        guard !message.payload.isEmpty else {
            if let topic { try takeCleared(topic, at: now, in: store) }
            return
        }
        guard let topic else { return drop(message, .unknownTopic) }
        guard message.payload.count <= Self.longestMessage else { return drop(message, .tooLong) }
        let word: GatewayWord?
        do {
            word = try GatewayWord(topic, message.payload)
        } catch {
            return drop(message, .payload(error))
        }
        switch word {
        case .event(let event): try take(event, by: topic, isRetained: message.isRetained, at: now, in: store)
        case .presence(let beacon, let receiver, let presence):
            if message.isRetained, presence.state == .present, now - presence.lastSeen >= Self.oldestPresence {
                // Its gateway has not been there for a day to say otherwise.
                outbox.cleared.append(message.topic)
            }
            take(presence, of: beacon, by: receiver, isLive: !message.isRetained, at: now)
        case .ranging(let receiver, let ranging): if !message.isRetained { take(ranging, by: receiver, at: now) }
        case .status(let gateway, let status): take(status, of: gateway, at: now)
        case .lost(let lost):
            guard lost.topic == topic, index(of: lost.gateway) != nil else { return drop(message, .forged) }
            try store.skip(
                source: lost.gateway.description, epoch: lost.epoch, from: lost.from, to: lost.to, at: now)
            heard[lost.gateway] = lost.epoch
        case .paused(let site, let paused):
            try pause(site, for: paused.isPaused ? paused.reason : nil, at: now, in: store)
        case .encounter(let encounter):
            guard !message.isRetained, !isStale(encounter, at: now) else { return drop(message, .stale) }
            _ = take(encounter, at: now)
        case .whereabouts(let site, let beacon, let whereabouts):
            if message.isRetained { take(whereabouts, of: beacon, at: site) }
        case .response(let gateway, let response):
            guard let forget = ForgetRequest.id(answeredBy: response) else { return }
            let person = try store.confirmForget(forget, by: gateway.description, at: now)
            if let person { outputs.append(.forgotten(person: person, gateway)) }
        case .telemetry(let gateway, let telemetry):
            if index(of: gateway) != nil { outputs.append(.telemetry(gateway, telemetry)) }
        case nil: break
        }
    }

    /// A retained message was taken away. A gateway that has no status any more is retired.
    private mutating func takeCleared(
        _ topic: Topic, at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        switch topic {
        case .paused(let site): try pause(site, for: nil, at: now, in: store)
        case .status(let gateway):
            guard let index = index(of: gateway) else { return }
            gateways[gateway] = nil
            outputs.append(.status(gateway, nil))
            sites[index].presence.retire(gateway.gateway, at: now)
        default: break
        }
    }

    private mutating func pause(
        _ site: String, for reason: String?, at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        guard index(of: site) != nil, pauses[site] != reason else { return }
        try store.pause(site, for: reason, at: now)
        pauses[site] = reason
        outputs.append(.paused(site: site, reason: reason))
    }

    private mutating func drop(_ message: ReceivedMessage, _ why: DropReason) {
        outputs.append(.dropped(topic: message.topic, why: why))
    }

    private mutating func take(
        _ event: GatewayEvent, by topic: Topic, isRetained: Bool, at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        let id = event.id
        let index = index(of: id.gateway.site)
        let site = index.map { sites[$0].configuration }
        // Only what may speak for a gateway is counted as its event.
        let isGenuine = event.topic == topic && site?.knows(id.gateway.gateway) == true
        let isNew =
            isGenuine
            ? try store.isNew(source: id.gateway.description, epoch: id.epoch, seq: id.seq, at: now) : false
        if isGenuine {
            heard[id.gateway] = id.epoch
            outputs.append(.event(isNew: isNew))
        }
        let arrival = Arrival(event, isRetained: isRetained, isDuplicate: isGenuine && !isNew)
        let suppression = arrival.suppression(at: site, by: topic, decider.rules, now: now)
        if event.type == .enter || event.type == .tap, let suppression {
            let user = decider.directory.visitor(carrying: event.beacon)?.id
            outputs.append(.refused(suppression, event, user: user))
        }
        guard isNew, let index, !optOuts.contains(event.beacon) else { return }
        if case .tap(let hold) = event.kind, hold >= Region.Tap.longHold.milliseconds,
            privacy.readers.contains(event.region)
        {
            return try optOut(event.beacon, at: id.gateway, now, in: store)
        }
        let source = GatewayWord.Receiver(gateway: id.gateway, region: event.region).source
        switch event.kind {
        case .enter(let reason):
            // Who was there when the gateway began to listen may have been for hours: their dwell begins now.
            let wasThere = reason == "present_at_start"
            sites[index].presence.entered(
                event.beacon, keyID: event.keyID, source, visit: event.visit, level: event.reading.level,
                start: wasThere ? event.time : event.firstSeen, heard: event.lastSeen, isFresh: suppression == nil,
                at: now)
        case .exit:
            sites[index].presence.left(
                event.beacon, source, visit: event.visit, heard: event.lastSeen, at: now)
        case .tap where suppression == nil:
            sites[index].presence.tapped(
                event.beacon, keyID: event.keyID, source, visit: event.visit, level: event.reading.level,
                start: event.firstSeen, heard: event.lastSeen, at: now)
        case .dwell, .proximity, .tap:
            sites[index].presence.ranged(
                event.beacon, source, level: event.reading.level, heard: event.lastSeen, at: now)
        }
    }

    /// Tells each gateway that something came from since the last call what is kept of it.
    mutating func acknowledgements(
        at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> [MQTTMessage] {
        var messages: [MQTTMessage] = []
        for (gateway, epoch) in heard {
            guard let seq = try store.handled(source: gateway.description, epoch: epoch) else { continue }
            let acknowledgement = Acknowledgement(at: now, epoch: epoch, seq: seq)
            messages.append(MQTTMessage(.ack(gateway), acknowledgement.rendered(), topics))
        }
        heard.removeAll()
        return messages
    }

    private mutating func take(
        _ presence: GatewayPresence, of beacon: BeaconIdentity, by receiver: GatewayWord.Receiver, isLive: Bool,
        at now: Int64
    ) {
        guard let index = index(of: receiver.gateway), !optOuts.contains(beacon) else { return }
        switch presence.state {
        case .present:
            sites[index].presence.present(
                beacon, receiver.source, visit: presence.visit, level: presence.level, since: presence.since,
                heard: presence.lastSeen, isLive: isLive, at: now)
        case .absent:
            sites[index].presence.left(
                beacon, receiver.source, visit: presence.visit, heard: presence.lastSeen, at: now)
        }
    }

    private mutating func take(_ ranging: RegionRanging, by receiver: GatewayWord.Receiver, at now: Int64) {
        guard let index = index(of: receiver.gateway), now - ranging.at <= Self.longestRanging else { return }
        for entry in ranging.beacons {
            sites[index].presence.ranged(
                entry.beacon, receiver.source, level: entry.level, heard: ranging.at, at: now)
        }
    }

    private mutating func take(_ status: Status, of gateway: GatewayID, at now: Int64) {
        guard let index = index(of: gateway) else { return }
        let known = gateways[gateway]
        // The `lost` of another run is an old will.
        if status.state == .lost, let known, !known.isOfRun(status.boot) { return }
        guard known != nil || gateways.count < Self.mostGateways else { return }
        gateways[gateway] = GatewayHealth(status, after: known)
        outputs.append(.status(gateway, status))
        sites[index].presence.status(gateway.gateway, status.state, at: now)
    }

    /// The site of a gateway that may speak for it.
    private func index(of gateway: GatewayID) -> Int? {
        guard let index = index(of: gateway.site), sites[index].configuration.knows(gateway.gateway) else { return nil }
        return index
    }
}
