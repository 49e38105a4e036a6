extension Int64 {
    /// The integer that `value` is, if it is one; without the C library's rounding, which would have to be linked.
    init?(whole value: Double) {
        guard value >= -0x1p63, value < 0x1p63 else { return nil }
        self = Int64(value)
        guard Double(self) == value else { return nil }
    }
}
