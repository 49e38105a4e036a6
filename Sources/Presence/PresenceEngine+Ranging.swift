/// Who is in a region, strongest first.
extension PresenceEngine {
    /// The most beacons in a list.
    static let rangedBeacons = 100

    /// The next list of a region that is not empty comes one interval from now.
    mutating func scheduleRanging(_ region: Int) {
        guard let ranging, isHearing, occupancies[region].count > 0 else { return }
        occupancies[region].rangesAt = now + ranging
    }

    mutating func tellRanging(_ region: Int) {
        let beacons = strongest(region).map { RangedBeacon(beacon: identity($0), reading: reading($0)) }
        outputs.append(.ranging(region: region, at: Instant(microseconds: now), beacons))
        scheduleRanging(region)
    }

    mutating func tellEmptyRanging(_ region: Int) {
        outputs.append(.ranging(region: region, at: Instant(microseconds: now), []))
    }

    /// The pairs of the strongest visits; of equal ones the older first, those without a level last.
    private func strongest(_ region: Int) -> [Int] {
        var best: [(level: Float, pair: Int)] = []
        var next = occupancies[region].visits.first
        while next != PairList.none {
            let pair = Int(next)
            next = table.histories[pair].next
            let level = table.pairs[pair].level.isNaN ? -.infinity : table.pairs[pair].level
            if best.count == PresenceEngine.rangedBeacons {
                guard let last = best.last, level > last.level else { continue }
                best.removeLast()
            }
            best.insert((level, pair), at: best.firstIndex { $0.level < level } ?? best.count)
        }
        return best.map(\.pair)
    }
}
