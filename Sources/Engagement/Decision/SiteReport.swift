/// What a site's decisions of a time came to: from visits to purchases, and what the ones told bought more.
public struct SiteReport: Sendable {
    /// One decision, as far as a report needs it.
    public struct Entry: Hashable, Sendable {
        public let user: String
        public let visit: String
        /// `nil`: sent.
        public let reason: Suppression?

        public init(user: String, visit: String, reason: Suppression?) {
            self.user = user
            self.visit = visit
            self.reason = reason
        }
    }

    /// Purchases for 1,000 shoppers beyond those of the ones held out, with the ends of the 95 % interval.
    public struct Uplift: Hashable, Sendable {
        public let extra: Double
        public let interval: ClosedRange<Double>
    }

    /// Fewer shoppers a side, and no interval means anything.
    static let fewest = 30

    public let visits: Int
    /// Visits in which a shopper who may be told something stayed long enough, at the right time.
    public let eligible: Int
    public let sent: Int
    public let opened: Int
    public let bought: Int
    public let dismissed: Int
    public let optedOut: Int
    /// The most frequent first.
    public let suppressions: [(reason: Suppression, count: Int)]
    /// `nil`: nobody was held out.
    public let heldOut: Int?
    /// `nil`: not enough data.
    public let uplift: Uplift?

    /// - Parameters:
    ///   - answers: sends by the name of what came back.
    ///   - purchases: by user, told or not.
    public init(_ entries: [Entry], answers: [String: Int], purchases: [String: Int]) {
        func visits(_ isCounted: (Entry) -> Bool) -> Int { Set(entries.lazy.filter(isCounted).map(\.visit)).count }
        self.visits = visits { _ in true }
        eligible = visits { $0.reason?.isOfEligible ?? true }
        sent = entries.count { $0.reason == nil }
        opened = answers["opened"] ?? 0
        bought = answers["bought"] ?? 0
        dismissed = answers["dismissed"] ?? 0
        optedOut = answers["opted_out"] ?? 0
        var counts: [Suppression: Int] = [:]
        for entry in entries { if let reason = entry.reason { counts[reason, default: 0] += 1 } }
        suppressions = Suppression.allCases.compactMap { reason in counts[reason].map { (reason, $0) } }
            .sorted { $0.1 > $1.1 }
        // By the intention to tell: whoever came as far as the draw, whatever became of it.
        let drawn = Set(entries.lazy.filter { $0.reason?.isOfEligible ?? true }.map(\.user))
        let held = Set(entries.lazy.filter { $0.reason == .holdout }.map(\.user))
        heldOut = held.isEmpty ? nil : held.count
        uplift = Uplift(
            told: drawn.subtracting(held).map { Double(purchases[$0] ?? 0) },
            held: held.map { Double(purchases[$0] ?? 0) })
    }

    /// From visits to purchases, in order.
    public var figures: [(name: String, value: Int)] {
        [
            ("visits", visits), ("eligible", eligible), ("sent", sent), ("opened", opened), ("bought", bought),
            ("dismissed", dismissed), ("opted_out", optedOut),
        ]
    }
}

extension SiteReport.Uplift {
    /// The difference of two means by the normal distribution; `nil`: too few shoppers, or nobody bought anything.
    init?(told: [Double], held: [Double]) {
        guard min(told.count, held.count) >= SiteReport.fewest, (told + held).contains(where: { $0 > 0 }) else {
            return nil
        }
        func moments(_ values: [Double]) -> (mean: Double, error: Double) {
            let count = Double(values.count)
            let mean = values.reduce(0, +) / count
            return (mean, values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1) / count)
        }
        let (told, held) = (moments(told), moments(held))
        let extra = 1000 * (told.mean - held.mean)
        // 97.5 % of the standard normal distribution lie below 1.96.
        let reach = 1000 * 1.96 * (told.error + held.error).squareRoot()
        self.init(extra: extra, interval: (extra - reach)...(extra + reach))
    }
}

extension Suppression {
    /// Whether whoever meets it might have been told something: rules 8 and later.
    var isOfEligible: Bool {
        switch self {
        case .visitCap, .userCap, .holdout, .selectionEmpty, .repeatItem, .recommenderUnavailable, .disliked,
            .notRelevant, .dismissBackoff, .expired, .globalRate, .paused, .implausible, .dryRun, .noChannel:
            true
        default: false
        }
    }
}
