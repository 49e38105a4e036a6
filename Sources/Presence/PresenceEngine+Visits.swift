import Beacons

/// The beginning and the end of visits, and what is said of them.
extension PresenceEngine {
    mutating func enter(_ pair: Int) {
        let region = table.pairs[pair].key.region
        lastVisit += 1
        visitCount += 1
        let loss = Float(power(pair)) - table.pairs[pair].level
        table.update(pair) {
            $0.phase = .present
            $0.proximity = loss.isFinite ? distance.proximity(loss: loss) : .unknown
            $0.sightings = UInt32(rules[region].confirmations)
        }
        table.histories[pair].visit = lastVisit
        table.histories[pair].refreshAt = now + refresh
        arrivals.remove(pair, in: &table)
        occupancies[region].visits.append(pair, in: &table)
        timers.bringForward(pair, to: deadline(pair).at, now: now)

        if rules[region].tellsEnter { tell(.enter(enterReason(region)), pair) }
        tellPresence(pair, exit: nil)
        count(region, 1)
    }

    mutating func exit(_ pair: Int, _ reason: PresenceEvent.ExitReason) {
        let region = table.pairs[pair].key.region
        let reason = reason == .timeout && isUnheardSinceRestart(pair) ? .expiredWhileDown : reason
        finishTally(pair)
        remember(pair, reason)
        if rules[region].tellsExit { tell(.exit(reason), pair) }
        tellPresence(pair, exit: reason)
        close(pair)
    }

    /// Takes an open visit out of every list; whoever does so tells it.
    mutating func close(_ pair: Int) {
        let region = table.pairs[pair].key.region
        visitCount -= 1
        occupancies[region].visits.remove(pair, in: &table)
        restored[table.histories[pair].visit] = nil
        timers.cancel(pair)
        table.remove(pair)
        count(region, -1)
    }

    private mutating func remember(_ pair: Int, _ reason: PresenceEvent.ExitReason) {
        let (key, lastSeen) = (table.pairs[pair].key, table.pairs[pair].lastSeen)
        let silence = reason == .timeout && lastSeen >= hearingSince ? now - lastSeen : 0
        counters.presentSeconds += UInt64(max(lastSeen - table.histories[pair].firstSeen, 0) / 1_000_000)
        memory.keep(
            table.rhythms[pair], of: key, place: Int(table.hash(key)), lastSeen: lastSeen, silence: silence)
    }

    /// An arrival that was not confirmed leaves without a word.
    mutating func forget(_ pair: Int) {
        arrivals.remove(pair, in: &table)
        timers.cancel(pair)
        table.remove(pair)
    }

    private func enterReason(_ region: Int) -> PresenceEvent.EnterReason {
        let occupancy = occupancies[region]
        if isHearing && occupancy.settlesAt == Timers.never { return .arrived }
        return occupancy.hasSettled ? .adapterBack : .presentAtStart
    }

    mutating func tell(_ kind: PresenceEvent.Kind, _ pair: Int) {
        table.histories[pair].events &+= 1
        let history = table.histories[pair]
        outputs.append(
            .event(
                PresenceEvent(
                    kind: kind, region: table.pairs[pair].key.region, beacon: identity(pair), visit: history.visit,
                    number: history.events, at: Instant(microseconds: now), reading: reading(pair),
                    sightings: table.pairs[pair].sightings, firstSeen: Instant(microseconds: history.firstSeen),
                    lastSeen: Instant(microseconds: table.pairs[pair].lastSeen),
                    lastSeenUncertainty: lastSeenUncertainty(pair))))
    }

    mutating func tellPresence(_ pair: Int, exit: PresenceEvent.ExitReason?) {
        outputs.append(.presence(presence(pair, exit: exit)))
    }

    func identity(_ pair: Int) -> BeaconIdentity {
        let key = table.pairs[pair].key
        return key.identity(rules[key.region].format)
    }

    func reading(_ pair: Int) -> Reading {
        var reading = distance.reading(level: table.pairs[pair].level, power: power(pair))
        // Of a visit what has been told holds.
        if table.pairs[pair].proximity != .unknown { reading.proximity = table.pairs[pair].proximity }
        return reading
    }
}
