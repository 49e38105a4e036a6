/// Random numbers that a seed determines, so that a failure comes again: SplitMix64 (Steele, Lea and Flood, 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Any number of the type.
    public mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        Number.random(in: .min ... .max, using: &self)
    }

    /// So many bytes of any value.
    public mutating func bytes(_ counts: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: counts, using: &self)).map { _ in integer() }
    }
}
