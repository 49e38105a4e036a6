/// The floor of taps, from ten of them.
public struct TapCalibration: Hashable, Sendable {
    /// dBm: what `tap.rssi` is to be.
    public let floor: Double
    /// Found in the samples.
    public let taps: Int

    /// How many a person is asked for, and how many of them must be found.
    public static let wanted = 10
    static let needed = 8
    /// Samples in a row that a tap takes (`tap.samples`).
    static let run = Region.Tap().samples
    /// dB below the weakest of the taps, for the phones that are weaker than this one.
    static let margin = 3.0
    /// dB between contact and arm's length at the least; free space makes 15 between 10 cm and 60 cm.
    static let least = 10.0

    /// - Parameter levels: dBm, offsets subtracted, of a beacon held to the reader ten times, away for a while in
    ///   between; in the order of time.
    public init(_ levels: [Double]) throws(CalibrationError) {
        let levels = levels.filter(\.isFinite)
        let sorted = levels.sorted()
        guard sorted.count >= Calibration.fewest else { throw .few(sorted.count) }
        // A tenth on either side may be outliers.
        let (away, contact) = (sorted[sorted.count / 10], sorted[sorted.count - 1 - sorted.count / 10])
        guard contact - away >= Self.least else { throw .weakTaps(floor: contact, away: away) }
        let peaks = Self.peaks(levels, above: away + (contact - away) * 0.6, below: away + (contact - away) * 0.4)
        guard peaks.count >= Self.needed, let weakest = peaks.min() else { throw .fewTaps(peaks.count) }
        floor = (weakest - Self.margin).rounded()
        taps = peaks.count
        guard floor > away else { throw .weakTaps(floor: floor, away: away) }
    }

    /// Of each approach the level that a whole run of its samples reaches; approaches without a run are none.
    private static func peaks(_ levels: [Double], above: Double, below: Double) -> [Double] {
        var peaks: [Double] = []
        var approach: [Double] = []
        for level in levels + [-.infinity] {
            // What lies between ends nothing.
            if level >= above || !approach.isEmpty && level > below {
                approach.append(level)
            } else {
                if let peak = best(approach) { peaks.append(peak) }
                approach = []
            }
        }
        return peaks
    }

    /// The highest floor that `run` samples in a row lie on or above.
    private static func best(_ levels: [Double]) -> Double? {
        guard levels.count >= run else { return nil }
        return (0...levels.count - run).compactMap { levels[$0..<$0 + run].min() }.max()
    }
}
