/// The air between one sender and the receiver.
///
/// Log-distance path loss, shadowing that changes with time (bodies, shelves), fast fading of each packet, and loss in
/// bursts (Gilbert 1960).
struct Channel: Sendable {
    /// dB; the shadowing moves from the one to the other within `memory` seconds from `shadowAt`.
    private var shadow = 0.0
    private var nextShadow = 0.0
    private var shadowAt = -Double.infinity
    private var isBurst = false

    /// Indoors with a view of each other; free space.
    private static let exponent = 2.0
    /// dB; deviation of the shadowing and of the fading.
    private static let shadowing = 2.0
    private static let fading = 2.5
    /// Seconds in which the shadowing forgets where it was: a few steps, or a turn.
    private static let memory = 2.0
    /// Of a packet: that a burst begins, that it ends, that the packet is lost in it and outside. A tenth is lost in
    /// all, in bursts of eight packets: a body between phone and receiver for a second or two.
    private static let burstBegins = 0.012
    private static let burstEnds = 0.12
    private static let lostInBurst = 0.7
    private static let lostOtherwise = 0.04
    /// dBm that a common USB adapter hears at least.
    private static let sensitivity = -97.0

    /// The level of a packet sent at `instant` in seconds from `distance` metres, in dBm; `nil` where it is not heard.
    ///
    /// - Parameter power: dBm at 1 m.
    mutating func receive(
        power: Double, distance: Double, at instant: Double, _ random: inout SplitMix64
    ) -> Int8? {
        if instant - shadowAt >= Channel.memory {
            shadow = nextShadow
            nextShadow = Channel.shadowing * random.normal()
            shadowAt = instant
        }
        let obstacles = shadow + (nextShadow - shadow) * (instant - shadowAt) / Channel.memory

        if random.unit() < (isBurst ? Channel.burstEnds : Channel.burstBegins) { isBurst.toggle() }
        if random.unit() < (isBurst ? Channel.lostInBurst : Channel.lostOtherwise) { return nil }

        let loss = 10 * Channel.exponent * Channel.log10(max(distance, 0.1))
        let level = power - loss + obstacles + Channel.fading * random.normal()
        guard level >= Channel.sensitivity else { return nil }
        return Int8(min(level, 20))
    }

    /// The decimal logarithm of a positive number; the standard library has none.
    static func log10(_ number: Double) -> Double {
        // ln m = 2 artanh((m − 1) / (m + 1)), for m in 1 ..< 2.
        let ratio = (number.significand - 1) / (number.significand + 1)
        let square = ratio * ratio
        var (sum, power, divisor) = (0.0, ratio, 1.0)
        while divisor < 30 {
            sum += power / divisor
            power *= square
            divisor += 2
        }
        return Double(number.exponent) * 0.301_029_995_663_981_2 + 2 * sum * 0.434_294_481_903_251_8
    }
}
