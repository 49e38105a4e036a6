/// What the beacons of a region are like, as learned: medians of its open visits.
public struct RegionRhythm: Hashable, Sendable {
    public var region: Int
    public var visits: Int
    /// Between two sightings.
    public var interval: Duration
    /// The silence that would end a visit now.
    public var exitAfter: Duration
}

extension PresenceEngine {
    /// Visits looked at in a region: as many as make a good median in a millisecond.
    private static let mostReckoned = 1000

    /// Of each region with a visit.
    public var rhythms: [RegionRhythm] { occupancies.indices.compactMap { rhythm(of: $0) } }

    private func rhythm(of region: Int) -> RegionRhythm? {
        var (intervals, silences): ([Int64], [Int64]) = ([], [])
        var next = occupancies[region].visits.first
        while next != PairList.none, intervals.count < Self.mostReckoned {
            let pair = Int(next)
            intervals.append(rules[region].silence.interval(table.rhythms[pair]))
            silences.append(exitAfter(pair))
            next = table.histories[pair].next
        }
        guard !intervals.isEmpty else { return nil }
        intervals.sort()
        silences.sort()
        return RegionRhythm(
            region: region, visits: occupancies[region].count, interval: .microseconds(intervals[intervals.count / 2]),
            exitAfter: .microseconds(silences[silences.count / 2]))
    }
}
