import Engagement
import TestSupport

/// A shop, with two shoppers of whom some may not be told anything.
struct RulesVariant: Sendable {
    let site: SiteConfiguration
    let decider: Decider

    /// Made once: a catalogue takes longer than a stream.
    static let all: [RulesVariant] = (0..<32).map { RulesVariant(seed: $0) }

    private init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var site = SiteShop.site
        if seed.isMultiple(of: 8) { site.zones = [] }
        site.open = .between(start: 8 * 60, end: 23 * 60)
        self.site = site
        let visitors = (1...2).map { number in
            var visitor = RulesShop.visitor(number)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: visitor.consents[.marketing] = Consent(.refused)
            case 1: visitor.consents[.profiling] = nil
            case 2: visitor.ageCheck = nil
            case 3: visitor.ageCheck?.atLeast = 17
            case 4:
                visitor.taste.dislikes = [Preference("tag:coffee"), Preference("tag:dark & tag:chocolate")]
                    .compactMap(\.self)
            default: break
            }
            return visitor
        }
        decider = Decider(
            RuleConfiguration(),
            Directory(
                visitors: visitors, items: RulesShop.items,
                selections: [RulesShop.selection, Selection(id: "shop", entries: RulesShop.selection.entries)]))
    }
}
