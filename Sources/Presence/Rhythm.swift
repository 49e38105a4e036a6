/// How a beacon's sightings follow one another: a sketch of the gaps between them, 56 bytes a pair.
///
/// Counts in log-spaced bins and the mean; older gaps are forgotten by halves.
struct Rhythm {
    /// Gaps in units of `weight`; bin b begins at 2 ^ (18 + b / 3) microseconds, the first one at 0.
    private var counts = InlineArray<24, UInt16>(repeating: 0)
    private var total: UInt16 = 0
    /// Seconds in units of `weight`.
    private var sum: Float = 0

    /// What one gap counts: large enough to be halved some times before it is nothing.
    private static let weight: UInt16 = 64
    /// Gaps known before half of each is forgotten: 4 minutes at two a second. The deadline's deviation is 1/√n of its
    /// length: with 256 to 512 gaps 4–6 % (`deploy/evaluate`, *Staying*: 256 at most cost 2 % of delay).
    private static let window: UInt16 = 512
    /// 0.26 s; nothing that depends on a rhythm is shorter.
    private static let firstOctave = 18
    /// 2 ^ (1/3) and 2 ^ (2/3) in units of 2 ^ -63.
    private static let thirds: (UInt64, UInt64) = (0xA145_18A2_2F93_26FF, 0xCB2F_F529_EB71_E400)

    /// Gaps known, fading.
    var count: Double { Double(total) / Double(Rhythm.weight) }

    /// The mean gap in seconds, of which `weight` gaps of `prior` seconds are taken for known.
    func mean(prior: Double, weight: Double) -> Double {
        (Double(sum) / Double(Rhythm.weight) + weight * prior) / (count + weight)
    }

    /// One gap more, in microseconds.
    mutating func add(_ gap: Int64) {
        counts[Rhythm.bin(gap)] &+= Rhythm.weight
        total &+= Rhythm.weight
        sum += Float(gap) * (Float(Rhythm.weight) / 1e6)
        if total >= Rhythm.window * Rhythm.weight { forget() }
    }

    /// The rarest gaps: not more than `share` of all, and all above one edge.
    ///
    /// - Returns: the edge in seconds, how many gaps lie above it, and by how many seconds in all.
    func tail(share: Double) -> (edge: Double, count: Double, excess: Double) {
        var rest = Double(total) * share
        var bin = counts.count
        while bin > 0, Double(counts[bin - 1]) <= rest {
            bin -= 1
            rest -= Double(counts[bin])
        }
        let edge = bin == 0 ? 0 : Rhythm.edges[bin]  // of the last bin's end, where not even that one is rare
        var (above, excess) = (0.0, 0.0)
        while bin < counts.count {
            above += Double(counts[bin])
            excess += Double(counts[bin]) * (Rhythm.edges[bin] * Rhythm.middle - edge)
            bin += 1
        }
        return (edge, above / Double(Rhythm.weight), excess / Double(Rhythm.weight))
    }

    private mutating func forget() {
        total = 0
        for bin in counts.indices {
            counts[bin] /= 2
            total += counts[bin]
        }
        sum /= 2
    }

    private static func bin(_ gap: Int64) -> Int {
        guard gap >= 1 << firstOctave else { return 0 }
        let octave = 63 - gap.leadingZeroBitCount
        let mantissa = UInt64(gap) << UInt64(63 - octave)
        let third = mantissa < thirds.0 ? 0 : mantissa < thirds.1 ? 1 : 2
        return min((octave - firstOctave) * 3 + third, 23)
    }

    /// Where the bins begin, and where the last one ends, in seconds.
    private static let edges: InlineArray<25, Double> = InlineArray { bin in
        let thirds = [1, 1.259_921_049_894_873, 1.587_401_051_968_199]
        return Double(1 << (firstOctave + bin / 3)) / 1e6 * thirds[bin % 3]
    }
    /// The middle of a bin over its beginning: 2 ^ (1/6).
    private static let middle = 1.122_462_048_309_373
}
