/// From level to metres by the log-distance path loss model: d = 10 ^ ((measured power − level) / (10 n)).
public struct Distance {
    /// The path-loss exponent n.
    private let exponent: Double
    /// dB lost since the measured power's metre where *immediate* ends, and where *near* does.
    private let edges: (immediate: Float, near: Float)
    /// dB: 15 % of a distance.
    private let hysteresis: Float

    /// Stands for a power that is not known; implausible itself.
    static let unknownPower: Int8 = 0
    /// dBm at 1 m where neither region nor frame says: an iPhone's as Apple's samples give it.
    static let fallbackPower: Int8 = -59
    /// Metres; beyond, the model says nothing.
    static let cap = 100.0

    public init(_ configuration: PresenceConfiguration) {
        let exponent = configuration.environment > 0 ? configuration.environment : 2
        func loss(_ metres: Double) -> Float { Float(10 * exponent * max(metres, 0.01).decimalLogarithm) }
        edges = (loss(configuration.immediateWithin), loss(configuration.nearWithin))
        hysteresis = loss(1.15)
        self.exponent = exponent
    }

    /// How near something is whose level lies `loss` dB below its measured power.
    func proximity(loss: Float) -> Proximity {
        loss < edges.immediate ? .immediate : loss < edges.near ? .near : .far
    }

    /// Whether that is near enough to `proximity` to leave it so.
    @inline(__always)
    func holds(_ proximity: Proximity, loss: Float) -> Bool {
        switch proximity {
        case .immediate: loss < edges.immediate + hysteresis
        case .near: loss >= edges.immediate - hysteresis && loss < edges.near + hysteresis
        case .far: loss >= edges.near - hysteresis
        case .unknown: !loss.isFinite
        }
    }

    /// The power itself, or the fallback where it is not known.
    static func known(_ power: Int8) -> Int8 { power == unknownPower ? fallbackPower : power }

    /// `power` if a beacon can have it at 1 m (−100 … −20 dBm), else `unknownPower`.
    public static func plausible(_ power: Int8?) -> Int8 {
        guard let power, power >= -100, power <= -20 else { return unknownPower }
        return power
    }

    /// What is said of a filtered level; NaN is no level.
    public func reading(level: Float, power: Int8) -> Reading {
        let power = Distance.known(power)
        guard level.isFinite else {
            return Reading(level: nil, measuredPower: power, distance: nil, proximity: .unknown)
        }
        let metres = min(Distance.powerOfTen((Double(power) - Double(level)) / (10 * exponent)), Distance.cap)
        return Reading(
            level: Double(level), measuredPower: power, distance: metres,
            proximity: proximity(loss: Float(power) - level))
    }

    /// 10 to the power of `x`, to about 15 digits; the standard library has none. Anything beyond 10^±30 is cut there.
    static func powerOfTen(_ x: Double) -> Double {
        let binary = min(max(x, -30), 30) * 3.321_928_094_887_362  // log2 10
        let whole = Int(binary)
        let angle = (binary - Double(whole)) * 0.693_147_180_559_945_3  // ln 2
        var (sum, term) = (1.0, 18.0)
        while term > 0 {
            sum = 1 + angle / term * sum
            term -= 1
        }
        return Double(sign: .plus, exponent: whole, significand: 1) * sum
    }
}
