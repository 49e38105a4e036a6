/// Rules 3 to 10: who it is, whether they want it, and whether it is the moment.
extension Decider {
    /// Who makes so many store visits of more than four hours in two weeks works there.
    private static let staffStays = 3

    func admit(
        _ opportunity: Opportunity, _ context: Circumstances, _ trial: inout Decision.Trial
    ) throws(Suppression) -> Visitor {
        let visitor = directory.visitor(carrying: opportunity.beacon)
        trial.user = visitor?.id
        let known = try trial.require(visitor, "beacon", "who carries it", else: .unknownBeacon)
        try consents(known, &trial)
        try age(known, context.site.jurisdiction, &trial)
        try staff(opportunity, context, &trial)
        try presence(context, &trial)
        try trial.require(
            opportunity.dwell >= opportunity.required || opportunity.trigger == .tap, "dwell",
            "\(FindingText.seconds(opportunity.dwell)) of \(FindingText.seconds(opportunity.required)), "
                + opportunity.trigger.rawValue, else: .dwellTooShort)
        try hours(context, &trial)
        try caps(opportunity.visit, context, &trial)
        try trial.require(
            !isHeldOut(known.id), "holdout", "a share of \(FindingText.share(rules.holdout)) is told nothing",
            else: .holdout)
        return known
    }

    /// Whether the user is of those who are told nothing, to compare with: the same ones for ever.
    public func isHeldOut(_ user: String) -> Bool { StableHash.share(of: "holdout:\(user)") < rules.holdout }

    func presence(_ context: Circumstances, _ trial: inout Decision.Trial) throws(Suppression) {
        try trial.require(
            context.standing.isPresent(at: context.now), "presence",
            FindingText.standing(context.standing, at: context.now), else: .notPresent)
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

    private func staff(
        _ opportunity: Opportunity, _ context: Circumstances, _ trial: inout Decision.Trial
    ) throws(Suppression) {
        let isListed = directory.isStaff(opportunity.beacon)
        try trial.require(
            !isListed && context.longStays < Self.staffStays, "staff",
            "\(isListed ? "listed" : "not listed"), \(context.longStays) long stays of \(Self.staffStays)",
            else: .staff)
    }

    private func hours(_ context: Circumstances, _ trial: inout Decision.Trial) throws(Suppression) {
        let (site, law) = (context.site, context.site.jurisdiction)
        let minute = try trial.require(
            context.minuteOfDay, "time_zone", "local time of \(site.timeZone)", else: .quietHours)
        let clock = DailyWindow.clock(minute)
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
            let count = context.sends(within: cap.within)
            try trial.require(
                count < cap.most, "user_cap", "\(count) of \(cap.most) in \(FindingText.period(cap.within))",
                else: .userCap)
        }
    }
}

extension Decider.Circumstances {
    /// How many the user was sent.
    func sends(within duration: Duration) -> Int { sends.count { now - $0.at < duration.inMilliseconds } }
}
