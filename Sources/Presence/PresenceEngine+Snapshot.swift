/// Everything that is so now, for whoever comes late.
extension PresenceEngine {
    /// Calls `body` with the state of every visit that is open.
    public func forEachVisit(_ body: (PresenceState) -> Void) {
        for occupancy in occupancies {
            var next = occupancy.visits.first
            while next != PairList.none {
                body(presence(Int(next), exit: nil))
                next = table.histories[Int(next)].next
            }
        }
    }

    func presence(_ pair: Int, exit: PresenceEvent.ExitReason?) -> PresenceState {
        let history = table.histories[pair]
        let region = table.pairs[pair].key.region
        return PresenceState(
            region: region, beacon: identity(pair), visit: history.visit,
            since: Instant(microseconds: history.firstSeen),
            lastSeen: Instant(microseconds: table.pairs[pair].lastSeen), reading: reading(pair),
            exitAfter: .microseconds(exitAfter(pair)),
            interval: .microseconds(rules[region].silence.interval(table.rhythms[pair])), exit: exit,
            at: Instant(microseconds: now))
    }
}
