/// Whether anyone is in a region, and whether we can know.
extension PresenceEngine {
    /// Whether anyone is in the region with this index.
    public func state(of region: Int) -> RegionState {
        let occupancy = occupancies[region]
        return RegionState(
            region: region, state: occupancy.state, count: occupancy.count,
            since: Instant(microseconds: occupancy.since), reason: occupancy.reason)
    }

    /// The last adapter stopped scanning: from now on silence proves nothing.
    public mutating func hearingLost(at instant: Instant) {
        advance(to: instant)
        guard isHearing else { return }
        isHearing = false
        startDeafness()
    }

    /// An adapter scans again: every deadline starts anew.
    public mutating func hearingRestored(at instant: Instant) {
        advance(to: instant)
        guard !isHearing else { return }
        isHearing = true
        hearingSince = now
        startSettling()
    }

    mutating func startDeafness() {
        for region in occupancies.indices {
            occupancies[region].settlesAt = Timers.never
            occupancies[region].rangesAt = Timers.never
            occupancies[region].lostAt = now + rules[region].scannerLost
            become(.unknown, .scannerDown, region)
            tellRegion(region)
        }
        updateRegionDeadline()
    }

    mutating func startSettling() {
        for region in occupancies.indices {
            occupancies[region].lostAt = Timers.never
            occupancies[region].settlesAt = now + rules[region].settling
            let wasDeaf = occupancies[region].reason == .scannerDown
            become(.unknown, .settling, region)
            if wasDeaf { tellRegion(region) }
            scheduleRanging(region)
        }
        updateRegionDeadline()
    }

    /// One settling period of listening has passed.
    mutating func settle(_ region: Int) {
        occupancies[region].settlesAt = Timers.never
        occupancies[region].hasSettled = true
        become(occupancies[region].count > 0 ? .inside : .outside, nil, region)
        tellRegion(region)
    }

    /// Nothing was heard for so long that the visits mean nothing any more.
    mutating func loseScanner(_ region: Int) {
        occupancies[region].lostAt = Timers.never
        while occupancies[region].visits.first != PairList.none {
            exit(Int(occupancies[region].visits.first), .scannerLost)
        }
        var next = arrivals.first
        while next != PairList.none {
            let pair = Int(next)
            next = table.histories[pair].next
            if table.pairs[pair].key.region == region { forget(pair) }
        }
    }

    /// One visit more or less.
    mutating func count(_ region: Int, _ change: Int) {
        occupancies[region].count += change
        let isEmpty = occupancies[region].count == 0
        if occupancies[region].state != .unknown {
            become(isEmpty ? .outside : .inside, nil, region)
            tellRegion(region)
        }
        if isEmpty {
            occupancies[region].rangesAt = Timers.never
            if ranging != nil { tellEmptyRanging(region) }
        } else if change > 0 && occupancies[region].count == 1 {
            scheduleRanging(region)
        }
        updateRegionDeadline()
    }

    private mutating func become(_ state: RegionState.State, _ reason: RegionState.UnknownReason?, _ region: Int) {
        if occupancies[region].state != state { occupancies[region].since = now }
        occupancies[region].state = state
        occupancies[region].reason = reason
    }

    private mutating func tellRegion(_ region: Int) { outputs.append(.region(state(of: region))) }
}
