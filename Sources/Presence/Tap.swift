/// Strong sightings in a row, from which a tap is told: a phone held to the receiver.
struct Tap {
    /// Sightings in a row that are all strong, or all weak.
    private struct Run {
        var isStrong = false
        var count: UInt32 = 0
        /// Microseconds; the first of them.
        var since: Int64 = 0
        /// Whether the phone has been away since the last tap.
        var isArmed = true
        /// Whether this tap was told again, as held for long.
        var wasHeld = false
    }

    private var run = Run()
    /// Before the last sighting, from which a copy of it is judged again; what was told stays told.
    private var previous = Run()

    /// One sighting more, or the last one raised by a copy.
    ///
    /// - Parameters:
    ///   - level: dBm as received, offsets subtracted; NaN for none.
    ///   - instant: microseconds; of the sighting.
    mutating func see(level: Float, floor: Float, at instant: Int64, isCopy: Bool, _ rules: TapRules) {
        if isCopy { run = previous } else { previous = run }
        let isStrong = level >= floor
        // In between counts for nothing and breaks nothing: fades at contact are as deep as that.
        guard isStrong || level < floor - rules.release else { return }
        if run.count == 0 || run.isStrong != isStrong {
            run.isStrong = isStrong
            run.count = 0
            run.since = instant
        }
        run.count += run.count == .max ? 0 : 1
        // What would be a tap, only weak: the phone is away. A single fade is not.
        if !isStrong && lasts(until: instant, rules) {
            run.isArmed = true
            run.wasHeld = false
        }
    }

    /// Microseconds for which the phone has been held, where that is a tap; the next one needs it away in between. One
    /// that goes on until it is a long one is told once more.
    ///
    /// - Parameter interval: microseconds between two sightings, as far as known.
    mutating func take(at instant: Int64, interval: Int64, _ rules: TapRules) -> Int64? {
        guard run.isArmed || rules.longHold != nil && !run.wasHeld, run.isStrong, lasts(until: instant, rules) else {
            return nil
        }
        // As many in as little time, on average over the run.
        let held = instant - run.since
        let pace = held / max(Int64(run.count) - 1, 1) * Int64(rules.samples - 1)
        guard pace <= rules.within ?? min(max(4 * interval, TapRules.shortest), TapRules.longest) else { return nil }
        if run.isArmed {
            (run.isArmed, previous.isArmed) = (false, false)
            return held
        }
        guard let longHold = rules.longHold, held >= longHold else { return nil }
        (run.wasHeld, previous.wasHeld) = (true, true)
        return held
    }

    private func lasts(until instant: Int64, _ rules: TapRules) -> Bool {
        run.count >= rules.samples && instant - run.since >= rules.hold
    }
}

/// A region's tap settings in the units of the engine.
struct TapRules {
    let samples: UInt32
    /// Microseconds; `nil`: as the beacon's rhythm allows.
    let within: Int64?
    /// dBm; `nil`: `aboveMeasuredPower` decides.
    let floor: Float?
    let hold: Int64
    /// From where on a tap is a long one; `nil`: there are none.
    let longHold: Int64?
    /// dB.
    let release: Float

    /// dB: 10 cm, with the path loss of free space.
    static let aboveMeasuredPower: Float = 20
    /// Microseconds: the bounds of *within* where it is learned (presence.md).
    static let shortest: Int64 = 600_000
    static let longest: Int64 = 4_000_000

    init(_ tap: Region.Tap, role: Region.Role) {
        samples = UInt32(min(max(tap.samples, 1), 100))
        within = tap.within.map { RegionRules.bounded($0) }
        floor = tap.rssi.map { Float($0) }
        hold = RegionRules.bounded(tap.hold)
        longHold = role == .reader ? max(Region.Tap.longHold.microseconds, hold) : nil
        release = Float(min(max(tap.release, 0), 100))
    }
}
