import Beacons
import Engagement
import Messages
import Presence
import TestSupport

/// Two shoppers, two gateways and a bad line over a few days, through presence and rules as the consumer runs them:
/// messages come late, twice, in another order, and after an outage all at once. What is sent is judged by the letter
/// of consumer.md, from what was said and not from the code under test.
struct RulesStream {
    struct Send {
        let visitor: Visitor
        let visit: String
        let at: Int64
        let item: Item
        /// `nil`: the time zone is unknown.
        let minute: Int?
        /// Milliseconds since somebody last said, in time, that the shopper is there; `nil`: nobody has.
        let evidenceAge: Int64?
        /// Milliseconds since they were last said to have left everywhere; `nil`: they were not.
        let absence: Int64?
    }

    /// What a gateway says.
    struct Word {
        enum Kind { case enter, exit, presence(isRetained: Bool), ranging, status(Status.State) }
        var kind: Kind
        var beacon = RulesShop.beacon(1)
        var source: ZoneConfiguration.Source
        var visit = ""
        var id: UInt64 = 0
        var time: Int64
        var since: Int64 = 0
        var isReplayed = false
        var isSynced = true
    }

    private struct Stay {
        let beacon: BeaconIdentity
        let source: ZoneConfiguration.Source
        let visit: String
        let since: Int64
    }

    private var random: SplitMix64
    private var now: Int64
    private let zone: RulesDay
    private let site: SiteConfiguration
    private let decider: Decider
    private var presence: SitePresence
    private var stays: [Stay] = []
    private var onTheWay: [(at: Int64, word: Word)] = []
    private var delivered: [Word] = []
    private var handled: Set<UInt64> = []
    /// Gateways whose line is broken, with what they have to say.
    private var backlog: [String: [Word]] = [:]
    private var online: Set<String> = []
    private var count: UInt64 = 0
    private var evidence: [BeaconIdentity: Int64] = [:]
    private var told: [BeaconIdentity: Set<String>] = [:]
    private var leftAt: [BeaconIdentity: Int64] = [:]
    private(set) var sends: [Send] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        zone = RulesDay.all[Int(seed) % RulesDay.all.count]
        now = zone.noon - Int64.random(in: 0...20 * 3_600_000, using: &random)
        let variant = RulesVariant.all[Int(seed / 4) % RulesVariant.all.count]
        site = variant.site
        decider = variant.decider
        presence = SitePresence(site, decider.rules, storeRegions: ["shop"])
        for box in ["box-1", "box-2"] { say(Word(kind: .status(.online), source: .init(gateway: box), time: now)) }
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps { step() }
    }

    private mutating func step() {
        let source = [SiteShop.beer, SiteShop.wine, SiteShop.door].randomElement(using: &random) ?? SiteShop.beer
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<8: wait(Int64.random(in: 0...45_000, using: &random))
        case 8: wait(Int64.random(in: 0...30 * 3_600_000, using: &random))
        case 9: wait(Int64.random(in: 0...7 * 24 * 3_600_000, using: &random))
        case 10..<14: arrive(RulesShop.beacon(Int.random(in: 1...2, using: &random)), source)
        case 14, 15: leave()
        case 16, 17:
            for stay in stays { say(word(.presence(isRetained: false), of: stay)) }
        case 18, 19:
            for stay in stays { say(word(.ranging, of: stay)) }
        case 20: cut(source.gateway)
        case 21, 22: mend(source.gateway)
        default: if let word = delivered.randomElement(using: &random) { onTheWay.append((now, word)) }
        }
        pass(to: now)
    }

    // MARK: - The shop

    private mutating func arrive(_ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source) {
        guard !stays.contains(where: { $0.beacon == beacon && $0.source == source }) else { return }
        count += 1
        let stay = Stay(beacon: beacon, source: source, visit: "v\(count)", since: now)
        stays.append(stay)
        var word = word(.enter, of: stay)
        word.isSynced = Int.random(in: 0..<9, using: &random) > 0
        say(word)
    }

    private mutating func leave() {
        guard let index = stays.indices.randomElement(using: &random) else { return }
        say(word(.exit, of: stays.remove(at: index)))
    }

    private mutating func word(_ kind: Word.Kind, of stay: Stay) -> Word {
        count += 1
        return Word(
            kind: kind, beacon: stay.beacon, source: stay.source, visit: stay.visit, id: count, time: now,
            since: stay.since)
    }

    // MARK: - The line

    private mutating func say(_ word: Word) {
        let box = word.source.gateway
        guard backlog[box] == nil else {
            if case .ranging = word.kind { return }
            backlog[box]?.append(word)
            return
        }
        let isLate = Int.random(in: 0..<8, using: &random) == 0
        onTheWay.append((now + (isLate ? Int64.random(in: 0...200_000, using: &random) : 0), word))
    }

    private mutating func cut(_ box: String) {
        guard backlog[box] == nil else { return }
        onTheWay.append((now, Word(kind: .status(.lost), source: .init(gateway: box), time: now)))
        backlog[box] = []
    }

    private mutating func mend(_ box: String) {
        guard let words = backlog.removeValue(forKey: box) else { return }
        say(Word(kind: .status(.online), source: .init(gateway: box), time: now))
        for var word in words {
            word.isReplayed = Bool.random(using: &random)
            if case .presence = word.kind { word.kind = .presence(isRetained: true) }
            onTheWay.append((now, word))
        }
    }

    private mutating func wait(_ milliseconds: Int64) { pass(to: now + milliseconds) }

    /// The daemon wakes for each message and each deadline.
    private mutating func pass(to end: Int64) {
        while true {
            let next = onTheWay.indices.min { onTheWay[$0].at < onTheWay[$1].at }
            let deadline = presence.nextDeadline ?? .max
            guard let at = [next.map { onTheWay[$0].at } ?? .max, deadline].min(), at <= end else { break }
            now = max(now, at)
            presence.advance(to: now)
            if let next, onTheWay[next].at <= now { deliver(onTheWay.remove(at: next).word) }
            decide()
        }
        now = max(now, end)
    }

    // MARK: - The consumer

    private mutating func deliver(_ word: Word) {
        delivered.append(word)
        if delivered.count > 20 { delivered.removeFirst() }
        let (beacon, source) = (word.beacon, word.source)
        switch word.kind {
        case .enter, .exit:
            let isNew = handled.insert(word.id).inserted
            let event = event(word)
            let arrival = Arrival(event, isDuplicate: !isNew)
            let isFresh = arrival.suppression(at: site, by: event.topic, decider.rules, now: now) == nil
            guard isNew else { return }
            guard case .enter = word.kind else {
                presence.left(beacon, source, visit: word.visit, heard: word.time, at: now)
                leave(word)
                return
            }
            presence.entered(
                beacon, source, visit: word.visit, level: -60, start: event.firstSeen, heard: event.lastSeen,
                isFresh: isFresh, at: now)
            // By the letter of rule 1, again.
            if !word.isReplayed, word.isSynced, now - word.time <= 120_000 { hear(word) }
        case .presence(let isRetained):
            presence.present(
                beacon, source, visit: word.visit, level: -60, since: word.since, heard: word.time,
                isLive: !isRetained, at: now)
            if !isRetained, now - word.time < 60_000, online.contains(source.gateway) { hear(word) }
            // It begins nothing, but tells how long a visit went on that had begun.
            if told[beacon]?.contains(word.visit) == true {
                evidence[beacon] = max(evidence[beacon] ?? .min, word.time)
            }
        case .ranging:
            presence.ranged(
                beacon, source, level: Double.random(in: -90 ... -40, using: &random), heard: word.time, at: now)
            if evidence[beacon] != nil || online.contains(source.gateway) { hear(word) }
        case .status(let state):
            presence.status(source.gateway, state, at: now)
            if state == .online { online.insert(source.gateway) } else { online.remove(source.gateway) }
        }
    }

    private mutating func hear(_ word: Word) {
        evidence[word.beacon] = max(evidence[word.beacon] ?? .min, word.time)
        told[word.beacon, default: []].insert(word.visit)
        leftAt[word.beacon] = nil
    }

    private mutating func leave(_ word: Word) {
        told[word.beacon]?.remove(word.visit)
        if told[word.beacon]?.isEmpty == true { leftAt[word.beacon] = leftAt[word.beacon] ?? now }
    }

    private mutating func decide() {
        for opportunity in presence.takeOpportunities() {
            let visitor = decider.directory.visitor(carrying: opportunity.beacon)
            let past = sends.filter { $0.visitor.id == visitor?.id }.map {
                PastSend(at: $0.at, visit: $0.visit, item: $0.item.id)
            }
            let decision = decider.decide(
                opportunity,
                .init(
                    site: site, standing: presence.standing(of: opportunity.beacon, visit: opportunity.visit),
                    minuteOfDay: zone.minute(at: now), sends: past, now: now))
            guard case .send(let suggestion) = decision.outcome, let visitor else { continue }
            sends.append(
                Send(
                    visitor: visitor, visit: opportunity.visit, at: now, item: suggestion.item,
                    minute: zone.minute(at: now), evidenceAge: evidence[opportunity.beacon].map { now - $0 },
                    absence: leftAt[opportunity.beacon].map { now - $0 }))
        }
    }

    private func event(_ word: Word) -> GatewayEvent {
        var event = Self.enter(
            GatewayID(site: "shop", gateway: word.source.gateway), visit: word.visit, at: word.time,
            region: word.source.region ?? "shelf", beacon: word.beacon, synced: word.isSynced,
            replayed: word.isReplayed)
        if case .exit = word.kind { event.kind = .exit(reason: "timeout", dwell: 0) }
        return event
    }

    static func enter(
        _ gateway: GatewayID, visit: String, at time: Int64, region: String = "shelf",
        beacon: BeaconIdentity = RulesShop.beacon(1), synced: Bool = true, simulated: Bool = false,
        replayed: Bool = false
    ) -> GatewayEvent {
        GatewayEvent(
            id: EventID(gateway: gateway, epoch: "e", seq: 1), kind: .enter(reason: "arrived"), region: region,
            beacon: beacon, visit: visit, number: 1,
            reading: Reading(level: -60, measuredPower: -59, distance: 1, proximity: .near), sightings: 2, time: time,
            firstSeen: time - 2000, lastSeen: time, clockSynced: synced, replayed: replayed, simulated: simulated)
    }
}
