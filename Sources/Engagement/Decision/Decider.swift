/// The rules of consumer.md in their order; the first that does not hold is the reason. Built once a directory.
public struct Decider: Sendable {
    /// What a decision is made in.
    public struct Circumstances: Sendable {
        public var site: SiteConfiguration
        public var standing: Standing
        /// Minutes since local midnight; `nil`: the site's time zone is not known.
        public var minuteOfDay: Int?
        /// The user's, of the longest time that a rule looks back.
        public var sends: [PastSend]
        /// How many times in two weeks they have stayed as long as only staff does.
        public var longStays = 0
        /// Unix milliseconds.
        public var now: Int64

        public init(
            site: SiteConfiguration, standing: Standing, minuteOfDay: Int?, sends: [PastSend], now: Int64
        ) {
            self.site = site
            self.standing = standing
            self.minuteOfDay = minuteOfDay
            self.sends = sends
            self.now = now
        }
    }

    public let rules: RuleConfiguration
    public let directory: Directory
    private let recommender: Recommender

    public init(_ rules: RuleConfiguration, _ directory: Directory) {
        self.rules = rules
        self.directory = directory
        recommender = Recommender(directory)
    }

    /// Milliseconds that the rules look back: sends of before do not matter.
    public var memory: Int64 {
        (rules.userCaps.map(\.within) + [rules.repeatItem]).map(\.inMilliseconds).max() ?? 0
    }

    public func decide(_ opportunity: Opportunity, _ context: Circumstances) -> Decision {
        Decision { trial throws(Suppression) in
            let visitor = try known(opportunity, &trial)
            try consents(visitor, &trial)
            try age(visitor, context.site.jurisdiction, &trial)
            let isStaff = directory.isStaff(opportunity.beacon) || context.longStays >= LongStay.ofStaff
            try trial.require(
                !isStaff, "staff", "the list of staff, and \(context.longStays) stays of a shift", else: .staff)
            try trial.require(
                context.standing.isPresent(at: context.now), "presence", "\(context.standing) at \(context.now)",
                else: .notPresent)
            try trial.require(
                opportunity.dwell >= opportunity.required, "dwell",
                "\(opportunity.dwell) of \(opportunity.required) ms, \(opportunity.trigger.rawValue)",
                else: .dwellTooShort)
            try hours(context, &trial)
            try caps(opportunity.visit, context, &trial)
            return try choose(for: visitor, opportunity, context, &trial)
        }
    }

    private func known(_ opportunity: Opportunity, _ trial: inout Decision.Trial) throws(Suppression) -> Visitor {
        let visitor = directory.visitor(carrying: opportunity.beacon)
        trial.user = visitor?.id
        return try trial.require(visitor, "beacon", "who carries it", else: .unknownBeacon)
    }

    private func consents(_ visitor: Visitor, _ trial: inout Decision.Trial) throws(Suppression) {
        let answers = Consent.Purpose.allCases.map { ($0, visitor.consent(for: $0)) }
        let saw = answers.map { "\($0.rawValue) \($1.rawValue)" }.joined(separator: ", ")
        let hasRefused = answers.contains { $0.1 == .refused }
        try trial.require(
            answers.allSatisfy { $0.1 == .granted }, "consent", saw, else: hasRefused ? .optedOut : .noConsent)
    }

    private func age(
        _ visitor: Visitor, _ law: Jurisdiction, _ trial: inout Decision.Trial
    ) throws(Suppression) {
        let proved = visitor.ageCheck?.atLeast
        try trial.require(
            proved.map { $0 >= law.minimumAge } ?? false, "age",
            "\(proved.map { "\($0) proved" } ?? "never checked"), \(law.minimumAge) needed", else: .ageNotVerified)
    }

    private func hours(_ context: Circumstances, _ trial: inout Decision.Trial) throws(Suppression) {
        let (site, law) = (context.site, context.site.jurisdiction)
        let minute = try trial.require(
            context.minuteOfDay, "time_zone", "local time of \(site.timeZone)", else: .quietHours)
        let clock = "minute \(minute) of the day"
        try trial.require(
            !rules.quietHours.contains(minute), "quiet_hours", "\(clock), quiet \(rules.quietHours)", else: .quietHours)
        try trial.require(site.open.contains(minute), "open", "\(clock), open \(site.open)", else: .closed)
        try trial.require(
            law.notifications != .off, "notifications", law.notifications.rawValue, else: .notificationsOff)
        try trial.require(
            law.sellingHours.contains(minute), "selling_hours", "\(clock), selling \(law.sellingHours)",
            else: .sellingHours)
    }

    private func caps(
        _ visit: String, _ context: Circumstances, _ trial: inout Decision.Trial
    ) throws(Suppression) {
        let inVisit = context.sends.count { $0.visit == visit }
        try trial.require(
            inVisit < rules.visitCap, "visit_cap", "\(inVisit) of \(rules.visitCap) in this visit", else: .visitCap)
        for cap in rules.userCaps {
            let count = context.sends.count { context.now - $0.at < cap.within.inMilliseconds }
            try trial.require(
                count < cap.most, "user_cap", "\(count) of \(cap.most) in \(cap.within.inMilliseconds / 3_600_000) h",
                else: .userCap)
        }
    }

    private func choose(
        for visitor: Visitor, _ opportunity: Opportunity, _ context: Circumstances, _ trial: inout Decision.Trial
    ) throws(Suppression) -> Suggestion {
        let (site, now) = (context.site, context.now)
        let zone = site.zones.first { $0.name == opportunity.zone }
        let name = zone?.selection ?? site.name
        let selection = try trial.require(directory.selection(name), "selection", name, else: .selectionEmpty)
        let told = context.sends.filter { now - $0.at < rules.repeatItem.inMilliseconds }.map(\.item)
        let offers = directory.promotions.filter { $0.holds(at: site.name, now: now, under: site.jurisdiction) }
        let choice = recommender.choose(for: visitor.taste, from: selection, excluding: Set(told), offers: offers)
        let from = "\(selection.entries.count) items, \(told.count) told lately"
        switch choice {
        case .nothing(let absence):
            try trial.require(false, "relevance", "\(from): \(absence.rawValue)", else: Suppression(absence))
            throw Suppression(absence)
        case .suggestion(let suggestion):
            let score = suggestion.score
            let saw = "\(from): \(score.id), match \(score.match), probability \(score.probability)"
            try trial.require(true, "relevance", saw, else: .notRelevant)
            return suggestion
        }
    }
}

extension Suppression {
    fileprivate init(_ absence: Choice.Absence) {
        switch absence {
        case .selectionEmpty: self = .selectionEmpty
        case .repeatItem: self = .repeatItem
        case .disliked: self = .disliked
        case .notRelevant: self = .notRelevant
        }
    }
}
