/// Room for one more when the table is full.
extension PresenceEngine {
    /// Gives up the oldest arrival, or else the visit that has been unseen for longest.
    mutating func evict() {
        if arrivals.first != PairList.none {
            counters.evictedArrivals += 1
            forget(Int(arrivals.first))
        } else if let pair = longestUnseen() {
            counters.evictedVisits += 1
            exit(pair, .evicted)
        }
    }

    /// The visit that has been unseen for longest.
    ///
    /// Looking through all finds many at once. Those not seen since stay the longest unseen, for time never goes back;
    /// so the search is paid for by the evictions that it serves, and sightings pay nothing.
    private mutating func longestUnseen() -> Int? {
        for _ in 0..<2 {
            while let evictee = evictees.popLast() {
                let isSame =
                    table.pairs[evictee.pair].lastSeen == evictee.lastSeen
                    && table.histories[evictee.pair].visit == evictee.visit
                if isSame { return evictee.pair }
            }
            findEvictees()
        }
        return nil
    }

    private mutating func findEvictees() {
        for occupancy in occupancies {
            var next = occupancy.visits.first
            while next != PairList.none {
                let pair = Int(next)
                let history = table.histories[pair]
                evictees.append((pair, history.visit, table.pairs[pair].lastSeen))
                next = history.next
            }
        }
        evictees.sort { ($0.lastSeen, $0.visit) > ($1.lastSeen, $1.visit) }
        evictees.removeFirst(evictees.count - (evictees.count / 64 + 1))
    }
}
