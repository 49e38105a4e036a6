/// How an interface of a pcapng file counts time.
struct PcapNGClock {
    /// Highest bit set: 2 to the power of minus the others, in seconds; else 10 to that power. 6: microseconds.
    var resolution: UInt8 = 6
    /// Seconds to add.
    var offset: Int64 = 0

    /// `nil` where it does not fit.
    func unixMicroseconds(_ ticks: UInt64) -> Int64? {
        let exponent = Int(resolution & 0x7F)
        let microseconds: UInt128
        if resolution & 0x80 != 0 {
            microseconds = (UInt128(ticks) * 1_000_000) >> UInt128(exponent)
        } else if exponent > 6 {
            // Beyond 10^20 nothing of 64 bits is left.
            microseconds = UInt128(ticks) / Self.powerOfTen(min(exponent - 6, 20))
        } else {
            microseconds = UInt128(ticks) * Self.powerOfTen(6 - exponent)
        }
        let (shift, overflow) = offset.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow, let time = Int64(exactly: microseconds) else { return nil }
        let (sum, sumOverflow) = time.addingReportingOverflow(shift)
        return sumOverflow ? nil : sum
    }

    private static func powerOfTen(_ exponent: Int) -> UInt128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
