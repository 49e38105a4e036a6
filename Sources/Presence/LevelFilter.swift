/// The level of a pair: an average that forgets with time, not with samples, and that no single outlier moves far.
enum LevelFilter {
    /// Microseconds in which two thirds of a step are forgotten at a high sample rate. Two seconds: a walker at
    /// 1.4 m/s gets 3 m nearer, one grade of proximity. On the recordings 1 to 2 s are alike within the noise, at 3 s a
    /// zone follows a walker 7 to 10 points worse (`deploy/evaluate nearest`).
    static let timeConstant: Float = 2_000_000
    /// dB by which a sample may differ; what differs more counts as this. Body and multipath fades reach 20 dB, while
    /// a walker changes the level by a few dB a second.
    static let clamp: Float = 10

    /// How much a sample weighs that comes `elapsed` microseconds after the one before: the implicit Euler step of a
    /// first-order low-pass, in 0…1 for any rate.
    @inline(__always)
    static func weight(after elapsed: Int64) -> Float {
        let elapsed = Float(elapsed)
        return elapsed / (elapsed + timeConstant)
    }

    /// The level after a sample in dBm; the first sample is the level.
    @inline(__always)
    static func level(from level: Float, sample: Float, weight: Float) -> Float {
        guard level == level else { return sample }
        return level + weight * min(max(sample - level, -clamp), clamp)
    }
}
