import Beacons

/// What a run has come to, in the figures that thresholds are chosen by. Of one region.
public struct RewindFigures: Hashable, Sendable {
    public private(set) var enters = 0
    public private(set) var exits = 0
    /// Exits after which the same beacon was back within `flapWithin`.
    public private(set) var flaps = 0
    /// Microseconds from the last sighting to the exit, and from the first to the last.
    private var delays: [Int64] = []
    private var dwells: [Int64] = []
    private var left: [BeaconIdentity: Instant] = [:]

    /// Nobody who really leaves is back so soon.
    public static let flapWithin: Duration = .seconds(120)

    public init() {}

    public mutating func add(_ event: PresenceEvent) {
        switch event.kind {
        case .enter:
            enters += 1
            if let exit = left.removeValue(forKey: event.beacon), event.at - exit <= Self.flapWithin { flaps += 1 }
        case .exit:
            exits += 1
            left[event.beacon] = event.at
            delays.append((event.at - event.lastSeen).microseconds)
            dwells.append((event.lastSeen - event.firstSeen).microseconds)
        case .dwell, .proximity, .tap: break
        }
    }

    /// The time from the last sighting to the exit that `share` of the exits stay within; `nil` without exits.
    public func exitDelay(_ share: Double) -> Duration? { Self.quantile(delays, share) }

    public func dwell(_ share: Double) -> Duration? { Self.quantile(dwells, share) }

    /// The nearest rank.
    private static func quantile(_ numbers: [Int64], _ share: Double) -> Duration? {
        guard !numbers.isEmpty else { return nil }
        let rank = Int((share * Double(numbers.count)).rounded(.up)) - 1
        return .microseconds(numbers.sorted()[min(max(rank, 0), numbers.count - 1)])
    }
}
