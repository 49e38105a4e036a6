public import Beacons

/// Visits that outlive the engine that began them.
extension PresenceEngine {
    /// The open visit of a beacon in a region.
    public func savedVisit(of beacon: BeaconIdentity, in region: Int) -> SavedVisit? {
        guard rules.indices.contains(region), rules[region].format == beacon.format,
            let pair = table.find(PairKey(beacon, region: region)), table.pairs[pair].phase != .arriving
        else { return nil }
        return saved(pair)
    }

    /// Calls `body` with every open visit.
    public func forEachSavedVisit(_ body: (SavedVisit) -> Void) {
        for occupancy in occupancies {
            var next = occupancy.visits.first
            while next != PairList.none {
                body(saved(Int(next)))
                next = table.histories[Int(next)].next
            }
        }
    }

    /// The number of the last visit that was begun.
    public var lastVisitNumber: UInt64 { lastVisit }

    /// Takes up the visits of the run before, at the start. Each gets its full exit time of listening: heard again, it
    /// goes on without a word; not heard, or too old, it ends (`expired_while_down`).
    ///
    /// - Returns: the visits that have no place here: their region does not hold the beacon.
    public mutating func restore(_ saved: SavedPresence, maxAge: Duration) -> [SavedVisit] {
        lastVisit = max(lastVisit, saved.lastVisit)
        let isTooOld = Instant(microseconds: now) - saved.savedAt > maxAge
        var homeless: [SavedVisit] = []
        for visit in saved.visits {
            guard let pair = adopt(visit) else {
                homeless.append(visit)
                continue
            }
            let uncertainty = saved.aliveUntil.map { max(min($0, Instant(microseconds: now)) - visit.lastSeen, .zero) }
            restored[visit.visit] = RestoredVisit(lastSeen: table.pairs[pair].lastSeen, uncertainty: uncertainty)
            if isTooOld { exit(pair, .timeout) }
        }
        return homeless
    }

    /// Takes over from an engine of another configuration: its visits, its numbers, and whether it hears.
    ///
    /// - Parameter former: for each region its index in the other engine; `nil` where it is new.
    /// - Returns: the visits that have no place here, with the other engine's regions.
    public mutating func takeOver(_ other: borrowing PresenceEngine, former: [Int?]) -> [SavedVisit] {
        advance(to: Instant(microseconds: other.now))
        lastVisit = other.lastVisit
        counters = other.counters
        hearingSince = other.hearingSince
        var successors: [Int: Int] = [:]
        for (region, former) in former.enumerated().prefix(occupancies.count) {
            guard let former, other.occupancies.indices.contains(former) else { continue }
            successors[former] = region
            occupancies[region].continueFrom(other.occupancies[former])
        }
        var homeless: [SavedVisit] = []
        other.forEachSavedVisit { visit in
            var successor = visit
            if let region = successors[visit.region] {
                successor.region = region
                if adopt(successor) != nil { return }
            }
            homeless.append(visit)
        }
        restored = other.restored
        for region in occupancies.indices where occupancies[region].state == .inside && occupancies[region].count == 0 {
            occupancies[region].state = .outside
            occupancies[region].since = now
        }
        updateRegionDeadline()
        return homeless
    }

    /// Ends visits that have no place in the configuration that comes (`region_removed`).
    public mutating func end(_ visits: [SavedVisit]) {
        for visit in visits {
            guard rules.indices.contains(visit.region),
                let pair = table.find(PairKey(visit.beacon, region: visit.region)),
                table.pairs[pair].phase != .arriving
            else { continue }
            exit(pair, .regionRemoved)
        }
    }

    /// Whether nothing was heard of the visit since a restart restored it.
    func isUnheardSinceRestart(_ pair: Int) -> Bool {
        guard let known = restored[table.histories[pair].visit] else { return false }
        return known.lastSeen == table.pairs[pair].lastSeen
    }

    func lastSeenUncertainty(_ pair: Int) -> Duration? {
        isUnheardSinceRestart(pair) ? restored[table.histories[pair].visit]?.uncertainty : nil
    }

    func saved(_ pair: Int) -> SavedVisit {
        let (hot, history) = (table.pairs[pair], table.histories[pair])
        return SavedVisit(
            region: hot.key.region, beacon: identity(pair), visit: history.visit, events: history.events,
            dwellsTold: hot.dwellsTold, sightings: hot.sightings, firstSeen: Instant(microseconds: history.firstSeen),
            lastSeen: Instant(microseconds: hot.lastSeen), level: hot.level.isNaN ? nil : Double(hot.level),
            measuredPower: hot.measuredPower == Distance.unknownPower ? nil : hot.measuredPower)
    }

    /// Gives a visit its place; `nil` where its region does not hold the beacon, or there is no room.
    private mutating func adopt(_ visit: SavedVisit) -> Int? {
        guard holds(visit.region, visit.beacon), !table.isFull else { return nil }
        let key = PairKey(visit.beacon, region: visit.region)
        guard table.find(key) == nil else { return nil }
        let sighting = Sighting(
            beacon: visit.beacon, address: BluetoothAddress(0), rssi: nil, measuredPower: visit.measuredPower,
            at: visit.lastSeen)
        var pair = Pair(key, Heard(sighting, at: min(PresenceEngine.microseconds(visit.lastSeen), now)), offset: 0)
        pair.level = visit.level.map { Float($0) } ?? .nan
        pair.phase = .present
        pair.sightings = visit.sightings
        pair.dwellsTold = min(visit.dwellsTold, rules[visit.region].dwellCount)
        let index = table.insert(pair)
        table.histories[index].firstSeen = min(PresenceEngine.microseconds(visit.firstSeen), pair.lastSeen)
        table.histories[index].visit = visit.visit
        table.histories[index].events = visit.events
        table.histories[index].refreshAt = now + refresh
        lastVisit = max(lastVisit, visit.visit)
        visitCount += 1
        occupancies[visit.region].visits.append(index, in: &table)
        occupancies[visit.region].count += 1
        timers.set(index, to: deadline(index).at, now: now)
        scheduleRanging(visit.region)
        updateRegionDeadline()
        return index
    }

    /// Whether the beacon lies in the region, and the region is told of.
    private func holds(_ region: Int, _ beacon: BeaconIdentity) -> Bool {
        guard rules.indices.contains(region) else { return false }
        var candidates = index.candidates(beacon)
        while let found = index.next(beacon, in: &candidates) {
            if found.region == region { return !found.isStaff }
        }
        return false
    }
}

extension Occupancy {
    /// What was known of the region is known still. Its visits and their lists come one by one.
    mutating func continueFrom(_ other: Occupancy) {
        (state, reason, since) = (other.state, other.reason, other.since)
        (settlesAt, hasSettled, lostAt) = (other.settlesAt, other.hasSettled, other.lostAt)
    }
}
