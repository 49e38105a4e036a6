extension Double {
    /// The decimal logarithm of a positive, finite number to about 12 digits; the standard library has none.
    var decimalLogarithm: Double {
        // ln m = 2 artanh((m − 1) / (m + 1)), for a mantissa m in 1 ..< 2.
        let ratio = (significand - 1) / (significand + 1)
        let square = ratio * ratio
        var (sum, power, divisor) = (0.0, ratio, 1.0)
        while divisor < 25 {
            sum += power / divisor
            power *= square
            divisor += 2
        }
        return Double(exponent) * 0.301_029_995_663_981_2 + 2 * sum * 0.434_294_481_903_251_8
    }
}
