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

    /// When silence, weakness or the calendar has something to say about the pair. A gap starts every silence anew.
    func deadline(_ pair: Int) -> Int64 {
        let rules = rules[table.pairs[pair].key.region]
        let silentSince = max(table.pairs[pair].lastSeen, hearingSince)
        let history = table.histories[pair]
        switch table.pairs[pair].phase {
        case .arriving: return silentSince + rules.within
        case .present: return min(silentSince + rules.exitAfter, history.refreshAt)
        case .fading:
            let belowSince = max(history.belowSince, hearingSince)
            return min(silentSince + rules.exitAfter, belowSince + rules.belowFor, history.refreshAt)
        }
    }

    private mutating func fire(pair: Int) {
        guard deadline(pair) <= now else { return timers.set(pair, to: deadline(pair), now: now) }
        let rules = rules[table.pairs[pair].key.region]
        let phase = table.pairs[pair].phase
        if phase == .arriving {
            forget(pair)
        } else if max(table.pairs[pair].lastSeen, hearingSince) + rules.exitAfter <= now {
            exit(pair, .timeout)
        } else if phase == .fading, max(table.histories[pair].belowSince, hearingSince) + rules.belowFor <= now {
            exit(pair, .rssi)
        } else {
            tellPresence(pair, exit: nil)
            table.histories[pair].refreshAt = now + refresh
            timers.set(pair, to: deadline(pair), now: now)
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

    func earliestRegionDeadline() -> Int64 { occupancies.lazy.map(\.deadline).min() ?? Timers.never }

    mutating func updateRegionDeadline() { regionDeadline = earliestRegionDeadline() }
}
