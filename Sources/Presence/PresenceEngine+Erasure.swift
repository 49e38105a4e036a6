public import Beacons

/// Beacons that are to be forgotten, as if they had never been there.
extension PresenceEngine {
    /// Drops arrivals, visits and rhythms of the beacons that `isErased`. No event tells of it; the occupancy of their
    /// regions does.
    ///
    /// - Returns: the visits that were open.
    public mutating func erase(where isErased: (BeaconIdentity) -> Bool) -> [SavedVisit] {
        var erased: [SavedVisit] = []
        for pair in pairs(from: arrivals.first) where isErased(identity(pair)) { forget(pair) }
        for region in occupancies.indices {
            for pair in pairs(from: occupancies[region].visits.first) where isErased(identity(pair)) {
                erased.append(saved(pair))
                close(pair)
            }
        }
        memory.erase { isErased($0.identity(rules[$0.region].format)) }
        return erased
    }

    /// The pairs of a list, so that the list may change meanwhile.
    private func pairs(from first: UInt32) -> [Int] {
        var pairs: [Int] = []
        var next = first
        while next != PairList.none {
            pairs.append(Int(next))
            next = table.histories[Int(next)].next
        }
        return pairs
    }
}
