import Beacons
import Engagement
import Messages
import Presence
import Testing

@Suite struct DecisionTests {
    static let hour: Int64 = 3_600_000

    /// A shopper who has dwelled, at noon, with nothing sent before.
    private func decide(
        _ visitor: Visitor = RulesShop.visitor(), dwell: Int64 = 20_000, standing: Standing = .present,
        minute: Int? = 720, sends: [PastSend] = [], staff: Set<BeaconIdentity> = [],
        site change: (inout SiteConfiguration) -> Void = { _ in }
    ) -> Decision {
        var site = SiteShop.site
        change(&site)
        let opportunity = Opportunity(
            beacon: RulesShop.beacon(1), visit: "v1", zone: "beer", trigger: .dwell, dwell: dwell, required: 20_000)
        return RulesShop.decider([visitor], staff: staff).decide(
            opportunity,
            .init(site: site, standing: standing, minuteOfDay: minute, sends: sends, now: SiteShop.noon))
    }

    private func visitor(_ change: (inout Visitor) -> Void) -> Visitor {
        var visitor = RulesShop.visitor()
        change(&visitor)
        return visitor
    }

    private func sent(_ hoursAgo: Int64..., visit: String = "old") -> [PastSend] {
        hoursAgo.map { PastSend(at: SiteShop.noon - $0 * Self.hour, visit: visit, item: "l1") }
    }

    @Test func `who has dwelled, agreed and is of age gets one suggestion, and every rule is on record`() {
        let decision = decide()
        guard case .send(let suggestion) = decision.outcome else {
            Issue.record("suppressed: \(decision)")
            return
        }
        #expect(suggestion.item.family == "stout")
        #expect(
            decision.findings.map(\.rule) == [
                "beacon", "consent", "age", "staff", "presence", "dwell", "time_zone", "quiet_hours", "open",
                "notifications", "selling_hours", "visit_cap", "user_cap", "user_cap", "user_cap", "holdout",
                "selection",
                "candidates", "relevance", "dismissals", "expiry", "global_rate", "paused", "elsewhere", "dry_run",
            ])
    }

    @Test func `who is in no directory is unknown`() {
        #expect(decide(visitor { $0.beacons = [] }).suppression == .unknownBeacon)
    }

    @Test(arguments: Consent.Purpose.allCases)
    func `each consent must have been given`(purpose: Consent.Purpose) {
        #expect(decide(visitor { $0.consents[purpose] = nil }).suppression == .noConsent)
        #expect(decide(visitor { $0.consents[purpose] = Consent(.neverAsked) }).suppression == .noConsent)
        #expect(decide(visitor { $0.consents[purpose] = Consent(.refused) }).suppression == .optedOut)
    }

    @Test func `the age must have been proved, for the law of the place`() {
        #expect(decide(visitor { $0.ageCheck = nil }).suppression == .ageNotVerified)
        #expect(decide { $0.jurisdiction.minimumAge = 19 }.suppression == .ageNotVerified)
        #expect(decide { $0.jurisdiction.minimumAge = 18 }.suppression == nil)
    }

    @Test func `staff are told nothing`() {
        #expect(decide(staff: [RulesShop.beacon(1)]).suppression == .staff)
    }

    @Test(arguments: [
        (Standing.present, nil), (.absent(since: SiteShop.noon - 60_000), nil),
        (.absent(since: SiteShop.noon - 60_001), Suppression.notPresent), (.closed, .notPresent),
    ])
    func `gone for more than a minute is not present`(standing: Standing, suppression: Suppression?) {
        #expect(decide(standing: standing).suppression == suppression)
    }

    @Test func `a passer-by is left alone`() {
        #expect(decide(dwell: 19_999).suppression == .dwellTooShort)
    }

    @Test(
        arguments: [
            (479, .quietHours), (480, nil), (1319, nil), (1320, .quietHours), (0, .quietHours), (nil, .quietHours),
        ] as [(Int?, Suppression?)])
    func `quiet hours run over midnight, and an unknown time zone is quiet`(minute: Int?, suppression: Suppression?) {
        #expect(decide(minute: minute).suppression == suppression)
    }

    @Test func `closed shops, selling hours and a law that allows nothing suppress`() {
        #expect(decide { $0.open = .between(start: 721, end: 1000) }.suppression == .closed)
        #expect(decide { $0.jurisdiction.sellingHours = .between(start: 0, end: 720) }.suppression == .sellingHours)
        #expect(decide { $0.jurisdiction.notifications = .off }.suppression == .notificationsOff)
    }

    @Test func `caps: one a visit, one in 20 h, two in 7 d, six in 30 d, all rolling`() {
        #expect(decide(sends: sent(700, visit: "v1")).suppression == .visitCap)
        #expect(decide(sends: sent(19)).suppression == .userCap)
        #expect(decide(sends: sent(20)).suppression == nil)
        #expect(decide(sends: sent(21, 167)).suppression == .userCap)
        #expect(decide(sends: sent(21, 168)).suppression == nil)
        #expect(decide(sends: sent(21, 170, 340, 400, 500, 719)).suppression == .userCap)
        #expect(decide(sends: sent(21, 170, 340, 400, 500, 720)).suppression == nil)
    }

    @Test func `an item is not told twice in 30 d, and when all have been there is nothing to tell`() {
        func told(_ days: Int64) -> [PastSend] {
            ["s1", "s2", "s3", "s4", "i1", "i2", "l1", "l2"].map {
                PastSend(at: SiteShop.noon - days * 24 * Self.hour, visit: "old", item: $0)
            }
        }
        var rules = RuleConfiguration()
        rules.userCaps = []
        let decider = Decider(rules, RulesShop.decider([RulesShop.visitor()]).directory)
        let opportunity = Opportunity(
            beacon: RulesShop.beacon(1), visit: "v1", zone: "beer", trigger: .dwell, dwell: 20_000, required: 20_000)
        func decide(_ sends: [PastSend]) -> Decision {
            decider.decide(
                opportunity,
                .init(site: SiteShop.site, standing: .present, minuteOfDay: 720, sends: sends, now: SiteShop.noon))
        }
        #expect(decide(told(29)).suppression == .repeatItem)
        #expect(decide(told(30)).suppression == nil)
    }

    @Test func `what is not sold here, not liked or disliked is not told`() {
        #expect(decide { $0.zones[0].selection = "none" }.suppression == .selectionEmpty)
        #expect(decide(visitor { $0.taste = Taste() }).suppression == .notRelevant)
        let all = ["family:stout", "family:lager", "family:ipa"].compactMap { Preference($0) }
        #expect(decide(visitor { $0.taste.dislikes = all }).suppression == .disliked)
    }

    // MARK: - Rules 1 to 3

    private func arrival(
        age: Int64 = 0, synced: Bool = true, simulated: Bool = false, replayed: Bool = false, retained: Bool = false,
        duplicate: Bool = false, gateway: GatewayID = GatewayID(site: "shop", gateway: "box-1"),
        topic gatewayOfTopic: GatewayID? = nil, rules: RuleConfiguration = RuleConfiguration()
    ) -> Suppression? {
        let event = RulesStream.enter(
            gateway, visit: "v", at: SiteShop.noon - age, synced: synced, simulated: simulated, replayed: replayed)
        let topic = Topic.event(gatewayOfTopic ?? gateway, .enter, region: "shelf", Subject(RulesShop.beacon(1)))
        return Arrival(event, isRetained: retained, isDuplicate: duplicate).suppression(
            at: gateway.site == "shop" ? SiteShop.site : nil, by: topic, rules, now: SiteShop.noon)
    }

    @Test func `an event that is late, early, retained or replayed is stale`() {
        #expect(arrival() == nil)
        #expect(arrival(age: 120_000) == nil)
        #expect(arrival(age: 120_001) == .staleEvent)
        #expect(arrival(age: -30_000) == nil)
        #expect(arrival(age: -30_001) == .staleEvent)
        #expect(arrival(retained: true) == .staleEvent)
        #expect(arrival(replayed: true) == .staleEvent)
    }

    @Test func `a clock that is not true triggers nothing, unless the radio is made up`() {
        #expect(arrival(synced: false) == .clockUnsynced)
        #expect(arrival(synced: false, simulated: true) == nil)
    }

    @Test func `repeats, strangers and forgeries trigger nothing`() {
        #expect(arrival(duplicate: true) == .duplicateEvent)
        #expect(arrival(gateway: GatewayID(site: "other", gateway: "box-1")) == .unknownSite)
        #expect(arrival(gateway: GatewayID(site: "shop", gateway: "box-9")) == .unknownGateway)
        #expect(arrival(topic: GatewayID(site: "shop", gateway: "box-2")) == .forged)
    }

    // MARK: - Windows

    @Test(arguments: ["07:00-22:00", "22:00-08:00", "00:00-24:00", "always", "off"])
    func `a window of the day reads as it is written`(text: String) {
        #expect(DailyWindow(text)?.description == text)
    }

    @Test(arguments: [
        "", "7:00-22:00", "07:00", "24:00-08:00", "08:00-08:00", "08:60-09:00", "08:00-09:00-10:00", "٠٨:٠٠-٠٩:٠٠",
    ])
    func `anything else is no window`(text: String) {
        #expect(DailyWindow(text) == nil)
    }
}
