/// How near: proximity and taps.
extension PresenceEngine {
    /// Microseconds for which a level must ask for another proximity. A walker crosses the half metre of *immediate* in
    /// less; who stands at an edge does not flicker.
    private static let proximityHold: Int64 = 2_000_000

    /// dBm at 1 m by which the pair is measured.
    func power(_ pair: Int) -> Int8 {
        let own = rules[table.pairs[pair].key.region].measuredPower
        return Distance.known(own == Distance.unknownPower ? table.pairs[pair].measuredPower : own)
    }

    /// Follows the level, with hysteresis and hold, once a visit has begun.
    mutating func reviewProximity(_ pair: Int) {
        let (level, current) = (table.pairs[pair].level, table.pairs[pair].proximity)
        guard level.isFinite else { return }
        let loss = Float(power(pair)) - level
        guard !distance.holds(current, loss: loss) else {
            return table.update(pair) { $0.nextProximity = .unknown }
        }
        let wanted = distance.proximity(loss: loss)
        let seen = table.pairs[pair].lastSeen
        if current != .unknown {
            if table.pairs[pair].nextProximity != wanted {
                table.update(pair) { $0.nextProximity = wanted }
                table.histories[pair].proximitySince = seen
            }
            guard seen - table.histories[pair].proximitySince >= PresenceEngine.proximityHold else { return }
        }
        table.update(pair) {
            $0.proximity = wanted
            $0.nextProximity = .unknown
        }
        if rules[table.pairs[pair].key.region].tellsProximity { tell(.proximity(from: current, to: wanted), pair) }
        tellPresence(pair, exit: nil)
    }

    /// Looks for a tap in a sighting, or in a copy that raised it.
    mutating func reviewTap(_ pair: Int, isCopy: Bool) {
        let rules = rules[table.pairs[pair].key.region]
        guard let tap = rules.tap else { return }
        let (sample, seen) = (table.pairs[pair].sample, table.pairs[pair].lastSeen)
        let level = sample == Pair.noSample ? .nan : Float(sample) - rules.offset
        let floor = tap.floor ?? Float(power(pair)) + TapRules.aboveMeasuredPower
        table.taps[pair].see(level: level, floor: floor, at: seen, isCopy: isCopy, tap)
        guard table.pairs[pair].phase != .arriving else { return }
        let interval = rules.silence.interval(table.rhythms[pair])
        if let held = table.taps[pair].take(at: seen, interval: interval, tap) {
            tell(.tap(hold: .microseconds(held)), pair)
        }
    }
}
