/// Kept decisions once more, under other rules.
///
/// A decision is made twice, under the rules of then and under the others. Where both come to the same, what was kept
/// stands; so the same rules give what was kept, whatever the directory has become since. What no rule of the
/// configuration can change (who had left, who had refused) stands too, where it comes to that.
public struct RulesRewind: Sendable {
    /// By which decisions are made.
    public struct Regime: Sendable {
        let decider: Decider
        let sites: [String: SiteConfiguration]

        public init(_ decider: Decider, _ sites: [SiteConfiguration]) {
            self.decider = decider
            self.sites = Dictionary(sites.map { ($0.name, $0) }) { first, _ in first }
        }

        /// Milliseconds that its rules look back.
        public var memory: Int64 { decider.memory }
    }

    /// What became of decisions.
    public struct Change: Hashable, Sendable {
        /// `nil`: sent.
        public let before, after: Suppression?
    }

    private let present: Regime
    private let other: Regime
    private let feedback: [String: [Feedback]]
    private let minuteOfDay: @Sendable (Int64, _ zone: String) -> Int?
    private var past: SendHistory
    private var otherPast: SendHistory

    /// How many of each, also of those that stay as they were.
    public private(set) var changes: [Change: Int] = [:]
    /// Decisions for which a longer dwell was needed than shoppers had by then: taken as if they had stayed.
    public private(set) var unknownStays = 0
    private var cappedBefore: Set<String> = []
    private var cappedAfter: Set<String> = []

    private static let hour: Int64 = 3_600_000
    /// What the configuration does not decide, or the kept decision does not say enough about.
    private static let fixed: Set<Suppression> = [
        .staleEvent, .clockUnsynced, .duplicateEvent, .unknownGateway, .forged, .unknownBeacon, .noConsent, .optedOut,
        .staff, .notPresent, .recommenderUnavailable, .expired, .paused, .implausible, .noChannel,
    ]
    private static let caps: Set<Suppression> = [.visitCap, .userCap, .dismissBackoff]

    /// - Parameters:
    ///   - past: what was sent before the first decision.
    ///   - feedback: by user, oldest first.
    ///   - minuteOfDay: since midnight in a time zone, at Unix milliseconds.
    public init(
        _ present: Regime, _ other: Regime, past: SendHistory, feedback: [String: [Feedback]],
        minuteOfDay: @escaping @Sendable (Int64, _ zone: String) -> Int?
    ) {
        self.present = present
        self.other = other
        self.past = past
        otherPast = past
        self.feedback = feedback
        self.minuteOfDay = minuteOfDay
    }

    /// Shoppers who would meet a cap, and did not.
    public var newlyCapped: Int { cappedAfter.subtracting(cappedBefore).count }

    /// What the decision would have been, `nil` being sent; in the order of time.
    @discardableResult
    public mutating func decide(_ kept: KeptDecision) -> Suppression? {
        let (reason, item) = again(kept)
        if kept.reason == nil { note(kept.item, kept, in: &past) }
        if reason == nil { note(item, kept, in: &otherPast) }
        if let reason = kept.reason, Self.caps.contains(reason) { cappedBefore.insert(kept.user) }
        if let reason, Self.caps.contains(reason) { cappedAfter.insert(kept.user) }
        changes[Change(before: kept.reason, after: reason), default: 0] += 1
        return reason
    }

    private func note(_ item: String?, _ kept: KeptDecision, in history: inout SendHistory) {
        guard let item else { return }
        history.add(PastSend(at: kept.at, visit: kept.visit, item: item), to: kept.user, at: kept.site)
    }

    private mutating func again(_ kept: KeptDecision) -> (reason: Suppression?, item: String?) {
        guard let visitor = present.decider.directory.visitor(kept.user), let site = present.sites[kept.site] else {
            return (kept.reason, kept.item)
        }
        let dwell = needed(present.decider.rules, at: site)
        // A tap, or the shopper's phone at a place, was enough.
        let wasAtOnce =
            kept.trigger == .tap
            || kept.trigger == .phone && kept.dwell < dwell && kept.reason != .dwellTooShort
        let then = wasAtOnce ? 0 : dwell
        let now = wasAtOnce ? 0 : other.sites[kept.site].map { needed(other.decider.rules, at: $0) } ?? 0
        let before = decide(kept, visitor, present, past, dwell: kept.dwell, required: then)
        // They were told at once when they had dwelled long enough: nobody knows for how long they would have stayed.
        let isUnknown = kept.dwell >= then && kept.dwell < now
        if isUnknown { unknownStays += 1 }
        let after = decide(kept, visitor, other, otherPast, dwell: isUnknown ? now : kept.dwell, required: now)
        if before.reason == after.reason {
            return (kept.reason, before.item == after.item ? kept.item : after.item)
        }
        if let reason = kept.reason, Self.fixed.contains(reason), reason.precedes(after.reason) { return (reason, nil) }
        return after
    }

    /// Milliseconds.
    private func needed(_ rules: RuleConfiguration, at site: SiteConfiguration) -> Int64 {
        (site.zones.isEmpty ? rules.storeDwell : rules.dwell).inMilliseconds
    }

    private func decide(
        _ kept: KeptDecision, _ visitor: Visitor, _ regime: Regime, _ past: SendHistory, dwell: Int64, required: Int64
    ) -> (reason: Suppression?, item: String?) {
        guard let site = regime.sites[kept.site] else { return (.unknownSite, nil) }
        let opportunity = Opportunity(
            beacon: visitor.identity, visit: kept.visit, zone: kept.zone, trigger: kept.trigger, dwell: dwell,
            required: required)
        let memory = kept.at - regime.decider.memory
        var context = Decider.Circumstances(
            site: site, standing: .present, minuteOfDay: minuteOfDay(kept.at, site.timeZone),
            sends: past.sends(of: kept.user, after: memory), now: kept.at)
        context.feedback = (feedback[kept.user] ?? []).filter { $0.at > memory && $0.at <= kept.at }
        context.siteSends = past.count(at: kept.site, after: kept.at - Self.hour)
        switch regime.decider.decide(opportunity, context).outcome {
        case .send(let suggestion): return (nil, suggestion.item.id)
        case .suppressed(let reason): return (reason, nil)
        }
    }
}

extension Suppression {
    /// Whether its rule comes before the other's; `nil`, a send, comes last.
    fileprivate func precedes(_ other: Suppression?) -> Bool {
        guard let other else { return true }
        let all = Suppression.allCases
        return (all.firstIndex(of: self) ?? 0) < (all.firstIndex(of: other) ?? 0)
    }
}
