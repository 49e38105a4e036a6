/// What measurements with a beacon at known places make of it and of its surroundings.
///
/// Levels are in dBm, the offsets that the configuration has already subtracted.
public struct Calibration: Hashable, Sendable {
    /// dBm at 1 m.
    public let measuredPower: Int8
    /// The path-loss exponent, in steps of 0.1.
    public let environment: Double

    /// A beacon that sends once a second and loses a third is heard so often in 30 s.
    public static let fewest = 20
    /// dB between the quarters of a measurement at one place. Fading there makes 4 to 6; more means that it moved.
    static let widest = 12.0
    /// Indoors 1.4 (a corridor) to 4 (through walls) are told of; what lies beyond was not 1 m and 4 m.
    static let exponents = 1.0...5.0
    /// What the presence engine believes of a frame, too.
    static let powers = -100.0...(-20.0)

    /// - Throws: where there are too few levels, or no beacon at rest gives them.
    public init(atOneMetre near: [Double], atFourMetres far: [Double]) throws(CalibrationError) {
        let power = try Self.level(near)
        let exponent = (power - (try Self.level(far))) / (10 * 4.0.decimalLogarithm)
        guard Self.powers.contains(power) else { throw .power(power) }
        guard Self.exponents.contains(exponent) else { throw .exponent(exponent) }
        measuredPower = Int8(power.rounded())
        environment = (exponent * 10).rounded() / 10
    }

    /// The level at one place: the mean of the middle half, which no quarter of outliers moves. As whole dB a median
    /// would leave the exponent open by 0.17.
    static func level(_ levels: [Double]) throws(CalibrationError) -> Double {
        let sorted = levels.filter(\.isFinite).sorted()
        guard sorted.count >= fewest else { throw .few(sorted.count) }
        let middle = sorted[sorted.count / 4..<sorted.count - sorted.count / 4]
        let spread = sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
        guard spread <= widest else { throw .unsteady(spread) }
        return middle.reduce(0, +) / Double(middle.count)
    }
}

/// Why measurements say nothing.
public enum CalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// So many levels at one place.
    case few(Int)
    /// dB between the quarters of the levels at one place.
    case unsteady(Double)
    /// dBm at 1 m.
    case power(Double)
    case exponent(Double)
    /// So many approaches to the reader.
    case fewTaps(Int)
    /// dBm; the floor that the taps allow, and the level at arm's length.
    case weakTaps(floor: Double, away: Double)

    public var description: String {
        switch self {
        case .few(let count):
            "heard \(count) times, of \(Calibration.fewest) that are needed: measure longer, or let it send more often"
        case .unsteady(let spread):
            "half of the levels spread over \(Self.text(spread)) dB: leave the beacon where it is, with nobody between"
        case .power(let power): "\(Self.text(power)) dBm at 1 m: no beacon is like that"
        case .exponent(let exponent):
            "a path-loss exponent of \(Self.text(exponent)): was it first at 1 m and then at 4 m, in sight of the box?"
        case .fewTaps(let count):
            "\(count) of \(TapCalibration.wanted) taps found: hold it to the reader for a second each time, and an"
                + " arm's length away for three seconds in between"
        case .weakTaps(let floor, let away):
            "the taps reach \(Self.text(floor)) dBm, and \(Self.text(away)) at arm's length: too near to each other"
        }
    }

    /// One digit after the point.
    private static func text(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
