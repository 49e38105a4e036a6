import Beacons
import Engagement
import Messages
import Presence
import TestSupport

/// A random stream of what gateways say of two shoppers over a few days, through presence and rules as the consumer
/// runs them. What is sent is judged by its own simple book-keeping.
struct RulesStream {
    struct Send {
        let visitor: Visitor
        let visit: String
        let at: Int64
        let item: Item
        let minute: Int?
        /// When a fresh enter or a live presence last spoke of the shopper.
        let heardFresh: Int64?
    }

    private var random: SplitMix64
    private var now = SiteShop.noon
    private let site: SiteConfiguration
    private let decider: Decider
    private var presence: SitePresence
    private var heardFresh: [BeaconIdentity: Int64] = [:]
    private var open: [(beacon: BeaconIdentity, source: ZoneConfiguration.Source, visit: String, since: Int64)] = []
    private var visits = 0
    /// Minutes from UTC; `nil`: the zone is unknown.
    private let zone: Int?
    private(set) var sends: [Send] = []

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var site = SiteShop.site
        if Int.random(in: 0..<8, using: &random) == 0 { site.zones = [] }
        site.open = .between(start: 8 * 60, end: 23 * 60)
        self.site = site
        zone = Int.random(in: 0..<20, using: &random) == 0 ? nil : 120
        let visitors = (1...2).map { number in
            var visitor = RulesShop.visitor(number)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: visitor.consents[.marketing] = Consent(.refused)
            case 1: visitor.consents[.profiling] = nil
            case 2: visitor.ageCheck = nil
            case 3: visitor.ageCheck?.atLeast = 17
            case 4:
                visitor.taste.dislikes = [Preference("tag:coffee"), Preference("tag:dark & tag:chocolate")].compactMap(
                    \.self)
            default: break
            }
            return visitor
        }
        var selection = RulesShop.selection
        if Bool.random(using: &random) { selection = Selection(id: "shop", entries: selection.entries) }
        decider = Decider(
            RuleConfiguration(),
            Directory(
                visitors: visitors, items: RulesShop.items, selections: [RulesShop.selection, selection]))
        presence = SitePresence(site, RuleConfiguration(), storeRegions: ["shop"])
        presence.status("box-1", .online, at: now)
        self.random = random
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps {
            step()
            decide()
        }
    }

    private mutating func step() {
        let beacon = RulesShop.beacon(Int.random(in: 1...2, using: &random))
        let source = [SiteShop.beer, SiteShop.wine, SiteShop.door].randomElement(using: &random) ?? SiteShop.beer
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<7: wait(Int64.random(in: 0...45_000, using: &random))
        case 7: wait(Int64.random(in: 0...30 * 3_600_000, using: &random))
        case 8: wait(Int64.random(in: 0...7 * 24 * 3_600_000, using: &random))
        case 9..<13: enter(beacon, source)
        case 13, 14: leave()
        case 15, 16: tell()
        case 17, 18:
            presence.ranged(
                beacon, source, level: Double.random(in: -90 ... -40, using: &random), heard: now, at: now)
        default:
            presence.status(
                source.gateway, Status.State.allCases.randomElement(using: &random) ?? .online, at: now)
        }
    }

    private mutating func wait(_ milliseconds: Int64) {
        // The daemon wakes at each deadline.
        let end = now + milliseconds
        while let next = presence.nextDeadline, next <= end {
            now = max(now, next)
            presence.advance(to: now)
            decide()
        }
        now = end
    }

    private mutating func enter(_ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source) {
        visits += 1
        let age = Int64.random(in: -60_000...300_000, using: &random)
        let box = GatewayID(site: "shop", gateway: source.gateway)
        let event = Self.enter(
            box, visit: "v\(visits)", at: now - age, region: source.region ?? "shelf", beacon: beacon,
            synced: Int.random(in: 0..<9, using: &random) > 0, replayed: Int.random(in: 0..<9, using: &random) == 0)
        let arrival = Arrival(event, isRetained: Int.random(in: 0..<9, using: &random) == 0)
        let isFresh = arrival.suppression(at: site, by: event.topic, decider.rules, now: now) == nil
        presence.entered(
            beacon, source, visit: event.visit, level: event.reading.level, start: event.firstSeen,
            heard: event.lastSeen, isFresh: isFresh, at: now)
        // By the letter of rule 1, again.
        if !arrival.isRetained, !event.replayed, event.clockSynced, age <= 120_000, age >= -30_000 {
            heardFresh[beacon] = now
        }
        open.append((beacon, source, event.visit, event.firstSeen))
    }

    private mutating func leave() {
        guard let index = open.indices.randomElement(using: &random) else { return }
        let visit = open.remove(at: index)
        presence.left(visit.beacon, visit.source, visit: visit.visit, heard: now - 5000, at: now)
    }

    private mutating func tell() {
        guard let visit = open.randomElement(using: &random) else { return }
        let isLive = Bool.random(using: &random)
        let age = Int64.random(in: 0...120_000, using: &random)
        presence.present(
            visit.beacon, visit.source, visit: visit.visit, level: -60, since: visit.since, heard: now - age,
            isLive: isLive, at: now)
        if isLive, age < 60_000 { heardFresh[visit.beacon] = now }
    }

    private mutating func decide() {
        for opportunity in presence.takeOpportunities() {
            let visitor = decider.directory.visitor(carrying: opportunity.beacon)
            let minute = zone.map { Int((now / 60_000 + Int64($0)) % 1440) }
            let past = sends.filter { $0.visitor.id == visitor?.id }.map {
                PastSend(at: $0.at, visit: $0.visit, item: $0.item.id)
            }
            let decision = decider.decide(
                opportunity,
                .init(
                    site: site, standing: presence.standing(of: opportunity.beacon, visit: opportunity.visit),
                    minuteOfDay: minute, sends: past, now: now))
            guard case .send(let suggestion) = decision.outcome, let visitor else { continue }
            sends.append(
                Send(
                    visitor: visitor, visit: opportunity.visit, at: now, item: suggestion.item, minute: minute,
                    heardFresh: heardFresh[opportunity.beacon]))
        }
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
