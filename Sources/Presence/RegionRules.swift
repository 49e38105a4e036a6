import Beacons

/// A region's settings in the units of the engine: plain numbers, microseconds, no reference.
struct RegionRules {
    /// Of every beacon in the region.
    let format: BeaconIdentity.Format
    /// dB to subtract from every sample: the gateway's and the region's.
    let offset: Float
    /// dBm that confirm an arrival, and below which a visit ends; −infinity: any level, or none.
    let enterFloor: Float
    let exitFloor: Float
    /// Sightings that confirm an arrival.
    let confirmations: Int
    let within: Int64
    /// The silence that ends a visit; `nil`: as `silence` derives it.
    let exitAfter: Int64?
    let silence: Silence
    let belowFor: Int64
    let scannerLost: Int64
    /// `Distance.unknownPower` where the frame knows best.
    let measuredPower: Int8
    let tellsEnter: Bool
    let tellsExit: Bool
    let tellsProximity: Bool
    /// `nil` where taps are not told.
    let tap: TapRules?
    let dwellCount: UInt8

    /// The most sightings that may be asked for: each needs memory in every pair.
    static let mostConfirmations = 16

    init(_ region: Region, gatewayOffset: Double) {
        format =
            switch region.filter {
            case .iBeacon: .iBeacon
            case .altBeacon: .altBeacon
            case .eddystoneUID: .eddystoneUID
            case .addresses: .address
            }
        let total = gatewayOffset + region.rssiOffset
        offset = total.isFinite ? Float(total) : 0
        enterFloor = region.enter.rssi.map { Float($0) } ?? -.infinity
        exitFloor = region.exit.rssi.map { Float($0) } ?? -.infinity
        confirmations = min(max(region.enter.sightings, 1), RegionRules.mostConfirmations)
        within = RegionRules.bounded(region.enter.within)
        exitAfter = region.exit.after.map { RegionRules.bounded($0) }
        silence = Silence(region.exit, interval: region.interval)
        belowFor = RegionRules.bounded(region.exit.belowFor)
        scannerLost = RegionRules.bounded(region.exit.scannerLost)
        measuredPower = region.measuredPower ?? Distance.unknownPower
        tellsEnter = region.notify.enter
        tellsExit = region.notify.exit
        tellsProximity = region.notify.proximity
        tap = region.notify.tap ? TapRules(region.tap, role: region.role) : nil
        dwellCount = UInt8(clamping: region.notify.dwell.count)
    }

    /// Listening that tells of everyone who is there: what would end the visit of a beacon of which nothing is known.
    var settling: Int64 { exitAfter ?? silence.deadline(Rhythm()) }

    /// Microseconds between `shortest` and 30 days: sums with any instant of the engine stay in range.
    static func bounded(_ duration: Duration, atLeast shortest: Duration = .milliseconds(1)) -> Int64 {
        min(max(duration, shortest), .seconds(30 * 86_400)).microseconds
    }
}
