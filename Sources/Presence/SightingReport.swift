public import Beacons

/// Forwarded sightings of one visit: those since the last report.
public struct SightingReport: Hashable, Sendable {
    public var region: Int
    public var beacon: BeaconIdentity
    /// When the last of them was.
    public var at: Instant
    public var count: UInt32
    /// dBm, offsets subtracted; `nil` where no sighting had a level.
    public var minimum: Double?
    public var maximum: Double?
    public var mean: Double?
}

/// What a pair keeps towards its next report.
struct SightingTally {
    /// Microseconds; of the last report.
    var toldAt = PairTable.never
    var count: UInt32 = 0
    /// Sightings that had a level, and their levels as received.
    private var levels: Int32 = 0
    private var sum: Int32 = 0
    private var minimum = Int8.max
    private var maximum = Int8.min

    mutating func add(_ sample: Int8) {
        count &+= 1
        guard sample != Pair.noSample else { return }
        levels &+= 1
        sum &+= Int32(sample)
        minimum = min(minimum, sample)
        maximum = max(maximum, sample)
    }

    /// What has come together; from here on it begins anew.
    mutating func take(region: Int, _ beacon: BeaconIdentity, at instant: Int64, offset: Float) -> SightingReport {
        func level(_ value: Double) -> Double? { levels > 0 ? value - Double(offset) : nil }
        let report = SightingReport(
            region: region, beacon: beacon, at: Instant(microseconds: instant), count: count,
            minimum: level(Double(minimum)), maximum: level(Double(maximum)),
            mean: level(Double(sum) / Double(max(levels, 1))))
        self = SightingTally()
        toldAt = instant
        return report
    }
}
