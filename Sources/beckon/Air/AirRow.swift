import Presence

/// One line of the table.
struct AirRow {
    var name: String
    let isBeacon: Bool
    let regions: [Int]
    /// dBm, smoothed; `nil` before the first level.
    private(set) var level: Float?
    /// dBm at 1 m; `Distance.plausible`.
    private(set) var power: Int8 = 0
    private(set) var lastSeen: Instant
    /// Reports in the window that runs, and in the one before.
    private var count = 0
    private var countBefore = 0
    private var windowStart: Instant

    private static let window: Duration = .seconds(5)
    /// Of a new level.
    private static let weight: Float = 0.3

    init(name: String, isBeacon: Bool, regions: [Int], at now: Instant) {
        self.name = name
        self.isBeacon = isBeacon
        self.regions = regions
        lastSeen = now
        windowStart = now
    }

    mutating func note(_ sample: Float?, power: Int8, at now: Instant) {
        lastSeen = now
        self.power = power
        if let sample { level = level.map { $0 + Self.weight * (sample - $0) } ?? sample }
        if now - windowStart >= Self.window {
            countBefore = now - windowStart < Self.window * 2 ? count : 0
            count = 0
            windowStart = now
        }
        count += 1
    }

    /// Reports a second, over one window to two.
    func rate(at now: Instant) -> Double {
        let elapsed = now - windowStart
        guard elapsed < Self.window * 2 else { return 0 }
        let time = elapsed + (countBefore > 0 ? Self.window : .zero)
        return Double(count + countBefore) / max(Double(time.microseconds) / 1e6, 1)
    }
}
