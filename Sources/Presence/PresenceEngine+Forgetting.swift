public import Beacons

/// Beacons that are not to be known any longer.
extension PresenceEngine {
    /// Loses every trace of some beacons, as if they had never been heard: nothing is told of them, their exit included.
    /// What there was to say must have been taken before.
    ///
    /// - Returns: the visits that were open.
    public mutating func forget(_ isUnwanted: (BeaconIdentity) -> Bool) -> [SavedVisit] {
        for pair in pairs(of: arrivals) where isUnwanted(identity(pair)) { forget(pair) }
        var visits: [SavedVisit] = []
        for region in occupancies.indices {
            for pair in pairs(of: occupancies[region].visits) where isUnwanted(identity(pair)) {
                visits.append(saved(pair))
                close(pair)
            }
        }
        memory.forget { isUnwanted($0.identity(rules[$0.region].format)) }
        return visits
    }

    private func pairs(of list: PairList) -> [Int] {
        var pairs: [Int] = []
        var next = list.first
        while next != PairList.none {
            pairs.append(Int(next))
            next = table.histories[Int(next)].next
        }
        return pairs
    }
}
