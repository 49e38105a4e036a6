import Beacons

/// Sightings of one pair: from absent over arriving to present.
extension PresenceEngine {
    /// Returns whether it was more than a weaker copy, and of one that is `admitted`.
    @inline(__always)
    mutating func see(_ heard: Heard, _ key: PairKey, admitted: () -> Bool) -> Bool {
        guard let pair = table.find(key) else {
            guard admitted() else { return false }
            arrive(heard, key)
            return true
        }
        let region = key.region
        var heardBefore = PairTable.never
        var isNews = true
        let hasConsequences = table.update(pair) { pair in
            if pair.isCopy(heard) {
                guard pair.raise(to: heard.sample, offset: rules[region].offset) else {
                    isNews = false
                    return false
                }
            } else {
                heardBefore = pair.lastSeen
                pair.see(heard, offset: rules[region].offset)
            }
            return !pair.isSettled(rules[region], distance)
        }
        if heardBefore >= hearingSince { table.rhythms[pair].add(heard.at &- heardBefore) }
        if hasConsequences { review(pair, isCopy: heardBefore == PairTable.never) }
        if forwarding != nil, heardBefore != PairTable.never { tally(pair) }
        return isNews
    }

    /// The first sighting of a pair.
    @inline(never)
    private mutating func arrive(_ heard: Heard, _ key: PairKey) {
        if table.isFull { evict() }
        let region = key.region
        let pair = table.insert(Pair(key, heard, offset: rules[region].offset))
        if let (rhythm, wasThere) = memory.recall(key, place: Int(table.hash(key)), at: heard.at) {
            table.rhythms[pair] = rhythm
            if wasThere { counters.returns += 1 }
        }
        arrivals.append(pair, in: &table)
        timers.set(pair, to: deadline(pair).at, now: now)
        review(pair, isCopy: false)
    }

    /// Draws the consequences of a sighting that moved the pair.
    @inline(never)
    private mutating func review(_ pair: Int, isCopy: Bool) {
        let rules = rules[table.pairs[pair].key.region]
        switch table.pairs[pair].phase {
        case .arriving:
            guard confirms(pair, rules) else { return reviewTap(pair, isCopy: isCopy) }
            enter(pair)
        case .present, .fading:
            reviewProximity(pair)
        }
        reviewFloor(pair, rules)
        tellDwells(pair)
        reviewTap(pair, isCopy: isCopy)
    }

    /// Whether the last sighting makes enough of them, near enough in time, strong enough.
    private mutating func confirms(_ pair: Int, _ rules: RegionRules) -> Bool {
        let level = table.pairs[pair].level
        guard rules.enterFloor == -.infinity || level >= rules.enterFloor else { return false }
        let first = table.confirm(pair, wanted: rules.confirmations)
        guard table.pairs[pair].lastSeen - first <= confirmedWithin(pair) else { return false }
        let region = table.pairs[pair].key.region
        // Who is invented seldom stays: in a flood one sighting more is asked for than the region's settings do.
        let isSure =
            !occupancies[region].isFlooded(at: now) || table.pairs[pair].sightings > UInt32(rules.confirmations)
        guard isSure, occupancies[region].admitsEnter(at: now, perSecond: entersPerSecond) else {
            counters.throttledEnters += 1
            return false
        }
        table.histories[pair].firstSeen = first
        return true
    }

    /// Notes since when the level has been below the floor.
    private mutating func reviewFloor(_ pair: Int, _ rules: RegionRules) {
        let isBelow = table.pairs[pair].level < rules.exitFloor
        guard isBelow != (table.pairs[pair].phase == .fading) else { return }
        table.update(pair) { $0.phase = isBelow ? .fading : .present }
        table.histories[pair].belowSince = table.pairs[pair].lastSeen
        timers.bringForward(pair, to: deadline(pair).at, now: now)
    }

    private mutating func tellDwells(_ pair: Int) {
        let region = table.pairs[pair].key.region
        let stayed = table.pairs[pair].lastSeen - table.histories[pair].firstSeen
        while table.pairs[pair].dwellsTold < rules[region].dwellCount {
            let threshold = dwells[region][Int(table.pairs[pair].dwellsTold)]
            guard stayed >= threshold else { return }
            table.update(pair) { $0.dwellsTold += 1 }
            tell(.dwell(threshold: .microseconds(threshold)), pair)
        }
    }
}
