import Beacons

/// What every sighting of a pair (a region and a beacon) reads and writes: 64 bytes.
///
/// The order matters. The storage of a large array begins 48 bytes into a cache line (16 of the allocator, 32 of the
/// array), so the first 16 bytes, which a sighting only writes, end a line, and the 48 that it reads share the next.
struct Pair {
    enum Phase: UInt8 {
        case arriving, present
        /// Present, but with a level below the region's exit floor.
        case fading
    }

    /// The level before the last sighting in dBm, from which a copy of it is filtered again; NaN before any sample.
    var previousLevel = Float.nan
    /// How much the last sighting's sample weighs.
    var weight: Float = 0
    /// Microseconds from the last usable sample to `lastSeen`.
    var sampleAge: UInt32 = 0
    /// The last sighting's level as received; `noSample` where it had none.
    var sample = Pair.noSample
    /// dBm at 1 m as the frame says; `Distance.unknownPower` where that is implausible.
    var measuredPower = Distance.unknownPower
    /// How many of the region's dwell thresholds have been told.
    var dwellsTold: UInt8 = 0
    var phase = Phase.arriving

    let key: PairKey
    /// Microseconds; of two copies of a frame the first one's.
    var lastSeen: Int64
    /// Who sent the last sighting: the lower 32 bits of the address tell senders apart.
    var sender: UInt32
    /// What is said of it in a visit; `unknown` before any level.
    var proximity = Proximity.unknown
    /// What the level asks for instead; `unknown`: nothing else.
    var nextProximity = Proximity.unknown
    /// The filtered level in dBm, offsets subtracted; NaN before any sample.
    var level = Float.nan
    /// Of the visit; counted from the enter on.
    var sightings: UInt32 = 0

    /// A pair that is heard for the first time.
    init(_ key: PairKey, _ heard: Heard, offset: Float) {
        self.key = key
        lastSeen = heard.at
        sender = heard.sender
        see(heard, offset: offset)
    }

    /// Below every level that a controller may report.
    static let noSample = Int8.min
    /// Microseconds within which a frame from the same address is a copy: one advertising event visits its three
    /// channels within 20 ms (Core Specification, Vol 6, Part B, section 4.4.2), and a new event comes 20 ms later at
    /// the earliest, plus a random delay.
    static let copyWithin: Int64 = 20_000

    /// Whether a frame received now is another copy of the last sighting's.
    func isCopy(_ heard: Heard) -> Bool { heard.at &- lastSeen <= Pair.copyWithin && sender == heard.sender }

    /// Whether a sighting that leaves the pair like this has no consequence.
    @inline(__always)
    func isSettled(_ rules: RegionRules, _ distance: Distance) -> Bool {
        let power = rules.measuredPower == Distance.unknownPower ? measuredPower : rules.measuredPower
        return phase == .present && !(level < rules.exitFloor) && dwellsTold == rules.dwellCount && rules.tap == nil
            && nextProximity == .unknown
            && distance.holds(proximity, loss: Float(Distance.known(power)) - level)
    }

    /// A new frame: renews the pair and filters its sample.
    ///
    /// - Parameter offset: dB to subtract from the sample.
    mutating func see(_ heard: Heard, offset: Float) {
        let sinceSample = Int64(sampleAge) &+ (heard.at &- lastSeen)
        weight = LevelFilter.weight(after: sinceSample)
        previousLevel = level
        sample = heard.sample
        if sample == Pair.noSample {
            sampleAge = UInt32(clamping: sinceSample)
        } else {
            sampleAge = 0
            level = LevelFilter.level(from: level, sample: Float(sample) - offset, weight: weight)
        }
        if heard.measuredPower != Distance.unknownPower { measuredPower = heard.measuredPower }
        lastSeen = heard.at
        sender = heard.sender
        sightings &+= sightings == .max ? 0 : 1
    }

    /// Another copy of the last frame: only raises its sample. Returns whether it did.
    mutating func raise(to copy: Int8, offset: Float) -> Bool {
        guard copy > sample else { return false }
        sample = copy
        sampleAge = 0
        level = LevelFilter.level(from: previousLevel, sample: Float(sample) - offset, weight: weight)
        return true
    }
}

/// Which pair: the beacon's two integers and the region, whose filter tells the format.
struct PairKey: Equatable {
    let upper: UInt128
    /// The identity's lower 48 bits above the region's 16.
    let lowerAndRegion: UInt64

    init(_ beacon: BeaconIdentity, region: Int) {
        upper = beacon.upper
        lowerAndRegion = beacon.lower << 16 | UInt64(UInt16(truncatingIfNeeded: region))
    }

    var region: Int { Int(lowerAndRegion & 0xFFFF) }

    /// The identity of the beacon, given its format.
    func identity(_ format: BeaconIdentity.Format) -> BeaconIdentity {
        let lower = lowerAndRegion >> 16
        return switch format {
        case .iBeacon:
            .iBeacon(
                uuid: BeaconUUID(upper), major: UInt16(truncatingIfNeeded: lower >> 16),
                minor: UInt16(truncatingIfNeeded: lower))
        case .altBeacon:
            .altBeacon(
                code: UInt16(truncatingIfNeeded: lower >> 32), idUpper: upper,
                idLower: UInt32(truncatingIfNeeded: lower))
        case .eddystoneUID: .eddystoneUID(namespace: upper, instance: lower)
        case .address: .address(BluetoothAddress(lower))
        case .pseudonym: .pseudonym(upper: upper, lower: UInt8(truncatingIfNeeded: lower))
        }
    }
}

/// A sighting in the units of the engine.
struct Heard {
    /// Microseconds.
    let at: Int64
    let sender: UInt32
    /// `Pair.noSample` for what is no level: none, or ≥ 0 dBm.
    let sample: Int8
    /// `Distance.unknownPower` for what is implausible.
    let measuredPower: Int8

    init(_ sighting: Sighting, at instant: Int64) {
        at = instant
        sender = UInt32(truncatingIfNeeded: sighting.address.value)
        sample = sighting.rssi.map { $0 < 0 ? $0 : Pair.noSample } ?? Pair.noSample
        measuredPower = Distance.plausible(sighting.measuredPower)
    }
}
