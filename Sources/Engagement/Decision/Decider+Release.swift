/// Rules 13 to 15: what may still hold a good suggestion back.
extension Decider {
    /// How long a notification is worth reading (rule 14 of consumer.md).
    public static let lifetime = Duration.seconds(600)
    /// After so many dismissals in a row the caps are halved, and after so many the user is left alone for a while.
    private static let (tired, annoyed) = (2, 3)
    private static let pauseOfAnnoyed = Duration.seconds(30 * 86_400)

    func release(
        _ question: RankingQuestion, _ context: Circumstances, _ trial: inout Decision.Trial
    ) throws(Suppression) {
        try dismissals(context, &trial)
        let age = context.now - question.at
        try trial.require(
            age < Self.lifetime.inMilliseconds, "expiry", "decided \(FindingText.seconds(age)) after it was asked",
            else: .expired)
        // Once more where time has passed since the first look.
        if age > 0 { try presence(context, &trial) }
        try trial.require(
            context.siteSends < rules.siteRate, "global_rate", "\(context.siteSends) of \(rules.siteRate) in an hour",
            else: .globalRate)
        try trial.require(context.pause == nil, "paused", context.pause ?? "not paused", else: .paused)
        try trial.require(
            context.elsewhere == nil, "elsewhere", context.elsewhere.map { "heard at \($0) too" } ?? "nowhere else",
            else: .implausible)
        try trial.require(!rules.dryRun, "dry_run", rules.dryRun ? "on" : "off", else: .dryRun)
    }

    /// In a row: since the last thing that was bought, or rated with four stars or more.
    private func dismissals(_ context: Circumstances, _ trial: inout Decision.Trial) throws(Suppression) {
        let row = context.feedback.reversed().prefix { !$0.kind.isWelcome }.filter { $0.kind == .dismissed }
        // Saying it twice of one notification is saying it once.
        let count = Set(row.map { $0.notification ?? $0.id }).count
        let last = row.first?.at ?? .min / 2
        let isLeftAlone = count >= Self.annoyed && context.now - last < Self.pauseOfAnnoyed.inMilliseconds
        let isCapped =
            count >= Self.tired
            && rules.userCaps.contains { context.sends(within: $0.halved.within) >= $0.halved.most }
        try trial.require(
            !isLeftAlone && !isCapped, "dismissals", "\(count) in a row", else: .dismissBackoff)
    }
}

extension Feedback.Kind {
    fileprivate var isWelcome: Bool {
        switch self {
        case .bought: true
        case .rated(let stars): stars >= 4
        case .opened, .dismissed, .optedOut: false
        }
    }
}

extension RuleConfiguration.RollingCap {
    /// Half as many; where that is less than one, one in twice the time.
    var halved: Self {
        most > 1 ? Self(within: within, most: most / 2) : Self(within: within * 2, most: most)
    }
}
