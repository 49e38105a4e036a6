/// How long a silence must be to mean that a beacon has gone: `exit.after: auto`.
///
/// From the rhythm of the beacon the shortest silence is derived whose like, while it is there, come `falseExits` times
/// an hour. The tail of the gaps above their upper quarter decides, not the mean: losses come in bursts. That tail is
/// taken for exponential, which is what independent losses give; its mean is learned, drawn towards that of all gaps
/// while there are few. So bursts lengthen the deadline, and a beacon that is heard regularly shortens it.
///
/// The level before the silence is not used. In the recordings gaps are the more frequent the weaker the beacon, and
/// its rhythm knows that already; where a strong beacon could be let go sooner, `exit.min` is the bound
/// (`deploy/evaluate`, *Staying*).
struct Silence {
    /// Seconds between two sightings before there is evidence.
    private let gap: Double
    /// Seconds by which a gap exceeds a given length, before there is evidence.
    private let excess: Double
    /// Gaps of a false exit, a second of presence.
    private let rate: Double
    /// Microseconds.
    let shortest: Int64
    let longest: Int64

    /// Of a beacon's advertisements, until learned (presence.md: 40 %).
    private static let lost = 0.4
    /// −1 / ln 0.4: a gap exceeds any length by so many intervals, on average, where each is lost by that chance.
    private static let excessIntervals = 1.091
    /// Gaps that the prior counts for. Fewer make the first deadlines long, more make slow beacons flap until they are
    /// known: 8 doubled the false exits at one packet in 5 s, 4 made the first deadline 48 s instead of 28.
    private static let priorWeight = 6.0
    /// Gaps of the tail that the mean of all counts for: 16 and 32 differ by less than 2 % of delay on the recordings.
    private static let tailWeight = 32.0
    private static let tailShare = 0.25
    /// Fewer gaps have no tail.
    private static let fewest = 8.0

    init(_ exit: Region.Exit, interval: Duration) {
        let interval = Double(RegionRules.bounded(interval)) / 1e6
        gap = interval / (1 - Silence.lost)
        excess = interval * Silence.excessIntervals
        rate = max(exit.falseExits, 1e-6) / 3600
        shortest = RegionRules.bounded(exit.min)
        longest = max(RegionRules.bounded(exit.max), shortest)
    }

    /// Microseconds between two sightings, as far as known.
    func interval(_ rhythm: Rhythm) -> Int64 {
        Int64(min(rhythm.mean(prior: gap, weight: Silence.priorWeight), 1e6) * 1e6)
    }

    /// Microseconds of silence that end a visit.
    func deadline(_ rhythm: Rhythm) -> Int64 {
        let known = rhythm.count + Silence.priorWeight
        let mean = rhythm.mean(prior: gap, weight: Silence.priorWeight)
        // Exponential but for the gap of one interval that all have in common.
        var excess = rhythm.mean(prior: self.excess, weight: Silence.priorWeight)
        var (edge, share) = (0.0, 1.0)
        if rhythm.count >= Silence.fewest {
            let tail = rhythm.tail(share: Silence.tailShare)
            edge = tail.edge
            excess = (tail.excess + Silence.tailWeight * excess) / (tail.count + Silence.tailWeight)
            share = (tail.count + 0.5) / (rhythm.count + 1)
        }
        // So many gaps above the edge for each that may be an exit. Of a mean known from `known` gaps the predictive
        // distribution is Pareto's, with a heavier tail than the exponential one the fewer they are.
        let odds = share / (mean * rate)
        guard odds > 1 else { return max(Int64(edge * 1e6), shortest) }
        let growth = Distance.powerOfTen(odds.decimalLogarithm / known) - 1
        let seconds = edge + known * excess * growth
        return min(max(Int64(min(seconds, 1e7) * 1e6), shortest), longest)
    }
}
