import Beacons
import Engagement
import Glibc
import TestSupport

/// From an event to a decision: presence, every rule, and the embedded recommender among a thousand candidates.
struct DecisionMeasurement {
    var candidates: Int
    var perSecond: Double
    /// Microseconds of a core, a decision.
    var p50: Double
    var p99: Double

    init(candidates: Int, shoppers: Int, runs: Int) {
        self.candidates = candidates
        let (decider, site) = Self.shop(candidates: candidates, shoppers: shoppers)
        let source = ZoneConfiguration.Source(gateway: "box", region: "shelf")
        var times: [Double] = []
        var sent = 0
        for run in 0..<runs {
            var presence = SitePresence(site, decider.rules)
            let start = 1_796_040_000_000 + Int64(run) * 86_400_000
            for shopper in 0..<shoppers {
                let now = start + Int64(shopper) * 100
                times.append(
                    Self.microseconds {
                        presence.entered(
                            Self.beacon(shopper), source, visit: "v\(shopper)", level: -60, start: now - 20_000,
                            heard: now, isFresh: true, at: now)
                        for opportunity in presence.takeOpportunities() {
                            let decision = decider.decide(
                                opportunity,
                                .init(
                                    site: site,
                                    standing: presence.standing(of: opportunity.beacon, visit: opportunity.visit),
                                    minuteOfDay: 720,
                                    sends: [PastSend(at: now - 90_000_000, visit: "old", item: "i3")], now: now))
                            if case .send = decision.outcome { sent += 1 }
                        }
                        _ = presence.takeChanges()
                    })
            }
        }
        precondition(sent > times.count / 2, "most are told something: \(sent) of \(times.count)")
        perSecond = Double(times.count) / times.reduce(0, +) * 1e6
        times.sort()
        p50 = times[times.count / 2]
        p99 = times[times.count * 99 / 100]
    }

    private static func beacon(_ number: Int) -> BeaconIdentity {
        .iBeacon(uuid: BeaconUUID(1), major: 1, minor: UInt16(truncatingIfNeeded: number))
    }

    private static func shop(candidates: Int, shoppers: Int) -> (Decider, SiteConfiguration) {
        var random = SplitMix64(seed: 5)
        let styles = (0..<40).map { number in
            Style(
                id: "style_\(number)", label: "style \(number)", family: "family_\(number % 8)",
                tags: ["tag_\(number % 5)", "tag_\(number % 7)"], isLager: number.isMultiple(of: 11))
        }
        let items = (0..<candidates).map { number in
            Item(
                id: "i\(number)", name: "Item \(number)", style: styles[number % styles.count],
                tags: ["tag_\(number % 13)"], abv: Double.random(in: 3...12, using: &random),
                ibu: Double.random(in: 5...90, using: &random),
                rating: RatingSummary(
                    mean: Double.random(in: 2...5, using: &random), deviation: 0.7,
                    count: Int.random(in: 1...300, using: &random)))
        }
        let price = Price(hundredths: 500, currency: "EUR")
        let selection = Selection(id: "shop", entries: items.map { .init(item: $0.id, price: price, stock: 3) })
        let consents = Dictionary(uniqueKeysWithValues: Consent.Purpose.allCases.map { ($0, Consent(.granted)) })
        let visitors = (0..<shoppers).map { number in
            Visitor(
                id: "u\(number)", beacons: [beacon(number)], consents: consents,
                ageCheck: AgeCheck(atLeast: 18, country: "FI", method: "till"),
                taste: Taste(
                    likes: ["style:style_\(number % 40)", "tag:tag_\(number % 5)"].compactMap { Preference($0) },
                    dislikes: ["family:family_\((number + 3) % 8)"].compactMap { Preference($0) },
                    ratings: ["i\(number % candidates)": 4, "i\((number * 7 + 1) % candidates)": 2]))
        }
        var rules = RuleConfiguration()
        rules.siteRate = .max
        let site = SiteConfiguration(name: "shop", timeZone: "UTC")
        rules.storeDwell = .seconds(20)
        return (Decider(rules, Directory(visitors: visitors, items: items, selections: [selection])), site)
    }

    /// Of this thread on a core: others share the machine.
    private static func microseconds(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
        }
        let start = now()
        body()
        return now() - start
    }

    var json: String {
        """
        [{"candidates": \(candidates), "per_second": \(rounded(perSecond)), "p50_us": \(rounded(p50)), \
        "p99_us": \(rounded(p99))}]
        """
    }

    private func rounded(_ value: Double) -> String { "\(Int(value.rounded()))" }

    var text: String {
        "decision: event in → every rule → the best of \(candidates) candidates, embedded: "
            + "\(rounded(perSecond)) a second and core, p50 \(rounded(p50)) µs, p99 \(rounded(p99)) µs"
    }
}
