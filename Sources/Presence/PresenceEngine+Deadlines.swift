/// Time: what falls due in silence.
extension PresenceEngine {
    /// No deadline lies before this. While deaf, those of pairs rest.
    var soonest: Int64 { isHearing ? min(timers.soonest, regionDeadline) : regionDeadline }

    /// Fires every deadline up to `limit`, in time order; of one instant pairs before regions.
    mutating func fire(upTo limit: Int64) {
        while soonest <= limit {
            if isHearing, let due = timers.popFirst(upTo: min(limit, regionDeadline)) {
                now = max(now, due.at)
                fire(pair: due.index)
            } else if regionDeadline <= limit {
                now = max(now, regionDeadline)
                fireRegions()
            }
        }
    }

    /// What time alone does to a pair.
    enum Due {
        case forget, exit(PresenceEvent.ExitReason), refresh
    }

    /// Microseconds of silence that end the visit of the pair, or its arrival.
    func exitAfter(_ pair: Int) -> Int64 {
        let rules = rules[table.pairs[pair].key.region]
        return rules.exitAfter ?? rules.silence.deadline(table.rhythms[pair])
    }

    /// Microseconds within which an arrival must be confirmed: at least three gaps of the beacon's own.
    func confirmedWithin(_ pair: Int) -> Int64 {
        let rules = rules[table.pairs[pair].key.region]
        return max(rules.within, min(3 * rules.silence.interval(table.rhythms[pair]), rules.silence.longest))
    }

    /// What falls due next for the pair, and when; at one instant silence goes first. A gap starts silence and
    /// weakness anew.
    func deadline(_ pair: Int) -> (at: Int64, due: Due) {
        let rules = rules[table.pairs[pair].key.region]
        let phase = table.pairs[pair].phase
        let silentSince = max(table.pairs[pair].lastSeen, hearingSince)
        if phase == .arriving { return (silentSince + confirmedWithin(pair), .forget) }
        var next: (at: Int64, due: Due) = (endOfSilence(pair, since: silentSince, rules), .exit(.timeout))
        let weakUntil = max(table.histories[pair].belowSince, hearingSince) + rules.belowFor
        if phase == .fading && weakUntil < next.at { next = (weakUntil, .exit(.rssi)) }
        let refreshAt = table.histories[pair].refreshAt
        if refreshAt < next.at { next = (refreshAt, .refresh) }
        return next
    }

    /// When the pair's silence has lasted too long, or an earlier instant at which to look again.
    ///
    /// Sightings may shorten a learned deadline without telling the timers; silence does not. So looking once in the
    /// shortest deadline finds each in time, and who was heard within it needs no reckoning.
    private func endOfSilence(_ pair: Int, since silentSince: Int64, _ rules: RegionRules) -> Int64 {
        if let exitAfter = rules.exitAfter { return silentSince + exitAfter }
        let soonest = silentSince + rules.silence.shortest
        guard soonest <= now else { return soonest }
        let end = silentSince + rules.silence.deadline(table.rhythms[pair])
        return end <= now ? end : min(end, now + rules.silence.shortest)
    }

    private mutating func fire(pair: Int) {
        let (at, due) = deadline(pair)
        guard at <= now else { return timers.set(pair, to: at, now: now) }
        switch due {
        case .forget: forget(pair)
        case .exit(let reason): exit(pair, reason)
        case .refresh:
            tellPresence(pair, exit: nil)
            table.histories[pair].refreshAt = now + refresh
            timers.set(pair, to: deadline(pair).at, now: now)
        }
    }

    private mutating func fireRegions() {
        for region in occupancies.indices where occupancies[region].deadline <= now {
            if occupancies[region].lostAt <= now { loseScanner(region) }
            if occupancies[region].settlesAt <= now { settle(region) }
            if occupancies[region].rangesAt <= now { tellRanging(region) }
        }
        updateRegionDeadline()
    }

    mutating func updateRegionDeadline() { regionDeadline = occupancies.lazy.map(\.deadline).min() ?? Timers.never }
}
